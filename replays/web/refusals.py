"""Refusals of the rules and the store in the visitor's own words."""

from typing import NamedTuple

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.words import say
from replays.errors import KaitenError, StoreBusy, StreamConflict, refused
from replays.services.pens import PEN_ELSEWHERE

Refusal = RuleViolation | KaitenError
UNLIKELY = "score_unlikely"


class Question(NamedTuple):
    """A refusal that whoever means it can answer: then the same is sent again, confirmed."""

    words: str
    score: object

    @classmethod
    def of(cls, error: Refusal, words: str) -> "Question | None":
        """Return the question that a refusal asks; None for any other."""
        return cls(words, error.params.get("score")) if error.code == UNLIKELY else None


def message_of(error: Refusal, rules: AnyRules | None, language: str) -> str:
    """Return one sentence that tells a person what was refused and why."""
    error = refused(error) if isinstance(error, RuleViolation) else error
    if isinstance(error, KaitenError):
        return error.message
    words = rules.words if rules is not None else {}
    return say(words, f"code.{error.code}", language, **error.params)


def status_of(error: Refusal) -> int:
    """Return the status of a page that shows a refusal."""
    if isinstance(error, StoreBusy):
        return error.status
    return 409 if is_late(error) else 422


def is_late(error: Refusal | None) -> bool:
    """Say whether somebody else was faster: with an entry, or with the pen."""
    return isinstance(error, StreamConflict) or (error is not None and error.code == PEN_ELSEWHERE)
