"""The match page as HTML: what is the same for whoever sees the same is drawn once."""

from functools import cached_property
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from replays.web.pages import MatchPage
from replays.web.sharing import Shared


class StoryPart(NamedTuple):
    """What happened between two steps; without `html` only where it can be read."""

    first: int
    last: int
    html: str


class DrawnPage(MatchPage):
    """The pieces of the page that hold no form of its visitor.

    Each names whatever it asks for beside its record, its point of view, the labels of the seats
    and the language: `path` and `query` stand for the club's address, `share` for that of a step.
    """

    @property
    def shared(self) -> Shared:
        """What a preview of a link says of it."""
        day = date_format(localtime(self.match.created_at), "DATE_FORMAT")
        description = f"{', '.join(self.labels)} · {day}"
        return Shared(self.title, description, self.share, self.pictures["png"])

    @property
    def card(self) -> SafeString:
        """What a preview of a link shows."""
        return self._piece("card", self.title, self.share)

    @property
    def data(self) -> SafeString:
        """What the script has to know of the record."""
        return self._piece("stage_data", self.query)

    @property
    def badges(self) -> SafeString:
        """How the match stands, and who has looked at its record."""
        checked, agreement, match = self.verification, self.agreement, self.match
        return self._piece(
            "match_badges",
            (self.visibility, match.status, match.came_as_file, match.rated),
            checked and (checked.version, checked.ok, checked.problem, checked.checked_at),
            agreement is not None and agreement.everybody,
            self.current.version,
        )

    @property
    def notices(self) -> SafeString:
        """What to know before looking."""
        sight = self.sight
        behind = sight.horizon and sight.minutes
        return self._piece("notices", sight.refused, behind, self.current.version, self.path)

    @property
    def live(self) -> SafeString:
        """Where more is heard of a match that goes on."""
        return self._piece("live", self.match.status, self.path)

    @property
    def step(self) -> SafeString:
        """The step that is shown."""
        return self.screening.step(self.ply)

    @property
    def controls(self) -> SafeString:
        """The bar below it."""
        return self._piece("controls", self.ply, self.query)

    @property
    def story(self) -> SafeString:
        """What happened, told around the step that is shown."""
        return self._piece("story", self.outline.part_of(self.ply), self.query)

    @cached_property
    def story_parts(self) -> list[StoryPart]:
        """What happened, part by part; told here around the step that is shown."""
        outline = self.outline
        shown = outline.part_of(self.ply)
        return [
            StoryPart(
                *outline.steps(part),
                html=self.screening.lines(part, self.query) if part == shown else "",
            )
            for part in range(len(outline.parts))
        ]

    @property
    def actions(self) -> SafeString:
        """What can be done about the match."""
        may = (self.may_play, self.may_record, self.may_amend, self.may_download)
        known = self.request.user.is_authenticated
        return self._piece(
            "actions", may, known, self.match.status, self.share, user=self.request.user
        )

    @property
    def people(self) -> SafeString:
        """Who plays."""
        return self._piece("people", *self.sitters, self.path)

    @property
    def option_lines(self) -> SafeString:
        """The options of the match."""
        return self._piece("options")

    @property
    def past(self) -> SafeString:
        """What was done to the record."""
        told = (*self._notes.items(), *self._actors.items())
        return self._piece("history", told, self.path)

    def _piece(self, name: str, *depends: object, **more: Any) -> SafeString:
        """Return a piece, drawn once for all that it depends on."""

        def context() -> dict[str, Any]:
            frame = self.screening.frame(self.ply)
            return {"page": self, "match": self.match, "frame": frame, **more}

        return self.screening.rendered(f"replays/partials/_{name}.html", context, *depends)
