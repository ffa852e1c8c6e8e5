"""Tables that are folds of streams; `register` connects them to the append service."""

from replays import subscriptions
from replays.projections.matches import judge_match, project_match


def register() -> None:
    """Keep the match tables inside every append, and let verification judge what a log says."""
    subscriptions.register_projection("match", project_match)
    subscriptions.register_verifier("match", judge_match)
