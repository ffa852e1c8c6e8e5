"""A match for pages that follow it: every step as it is shown, a small change of the one before."""

from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils import translation

from replays.kept import Kept
from replays.live.sources import OVER, Message, Reading, message
from replays.live.spectators import OfMatch
from replays.log import Log
from replays.web.access import seat_parameter
from replays.web.bundles import alike
from replays.web.frames import make_frame
from replays.web.outline import Outline, outline_of
from replays.web.seats import seat_labels
from replays.web.story import tell

MOST_STEPS = 30
"""Who is behind by more reads the page again."""


class Shown(NamedTuple):
    """The newest step of a version as one kind of viewer sees it."""

    ply: int
    lines: list[str]
    scores: list[int]
    story: str
    """The turn that is going on."""
    outline: Outline


_steps: Kept[Shown] = Kept(limit=256)


class MatchSteps(OfMatch):
    """A match as `replays.live.sources.Source`; positions are versions."""

    def read(self, after: int | None) -> Reading:
        sighting = self.spectator.look()
        if sighting is None:
            return OVER
        version, seconds = sighting.version, sighting.seconds
        if after is not None and version <= after:
            return Reading((), after, seconds)
        log = sighting.log
        if after is None:
            return Reading([self._whole(log)], version, seconds)
        if version - after > MOST_STEPS or log.missing is not None:
            return Reading([_anew(log)], version, seconds)
        return Reading(
            [self._step(log.at(one)) for one in range(after + 1, version + 1)], version, seconds
        )

    def _whole(self, log: Log) -> Message:
        """Return where a page starts from: the newest step with all its lines."""
        if log.missing is not None:
            return _anew(log)
        shown = self._shown(log)
        data = {"version": log.version, "ply": shown.ply, "lines": shown.lines}
        return message(log.version, "step", data)

    def _step(self, log: Log) -> Message:
        """Return what a version changed, if it is one more step and nothing else."""
        before = log.at(log.version - 1)
        if len(log.plies) != len(before.plies) + 1 or log.ended or not before.plies:
            return _anew(log)
        shown, earlier = self._shown(log), self._shown(before)
        start, end = alike(earlier.lines, shown.lines)
        began = [
            name
            for name in ("turns", "rounds", "parts")
            if len(getattr(shown.outline, name)) > len(getattr(earlier.outline, name))
        ]
        data: dict[str, Any] = {
            "version": log.version,
            "ply": shown.ply,
            "change": [start, end, shown.lines[start : len(shown.lines) - end]],
            "scores": shown.scores,
            "story": shown.story,
            "began": began,
        }
        return message(log.version, "step", data)

    def _shown(self, log: Log) -> Shown:
        with translation.override(self.language):
            labels = seat_labels(log.players, self.language)
            key = (log.stream_id, log.version, self.language, self.spectator.viewer, *labels)
            return _steps.get(key, lambda: self._render(log, labels))

    def _render(self, log: Log, labels: list[str]) -> Shown:
        viewer, last = self.spectator.viewer, len(log.plies)
        frame = make_frame(log, last, viewer, labels, self.language)
        html = get_template("replays/partials/_frame.html").render({"frame": frame})
        outline = outline_of(log)
        began = outline.turns[-1] if outline.turns else 0
        turns = tell(log, viewer, labels, self.language, (began, last))
        query = f"?seat={seat_parameter(viewer)}&"
        template = get_template("replays/partials/_story_part.html")
        story = template.render({"turns": turns, "query": query})
        scores = [panel.score for panel in frame.seats]
        # A plain text: JSON knows no other.
        return Shown(last, html.split("\n"), scores, "".join([story]), outline)


def _anew(log: Log) -> Message:
    """Return what makes a page read itself again: more changed than one step."""
    return message(log.version, "anew", {"version": log.version})
