"""A visit to a match: which log is read, by whose eyes, at which step, under which addresses."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.viewer import PUBLIC, Viewer
from replays.log import Log
from replays.models import Match
from replays.web.access import Sight, language, seat_parameter
from replays.web.bundles import Screening
from replays.web.keys import Key, keys_for
from replays.web.outline import Outline
from replays.web.sitters import Sitter


class ViewerChoice(NamedTuple):
    label: str
    address: str
    current: bool


@dataclass
class Visit:
    """One step of a match as somebody looks at it, and the addresses around it."""

    request: HttpRequest
    match: Match
    current: Log
    log: Log
    sight: Sight
    sitters: list[Sitter]
    ply: int

    @cached_property
    def labels(self) -> list[str]:
        return [sitter.label for sitter in self.sitters]

    @cached_property
    def path(self) -> str:
        return reverse("replays:match", args=[self.match.pk])

    @property
    def is_old(self) -> bool:
        """True when an address asked for an earlier version."""
        return self.log.version != self.current.version

    @property
    def kept_parameters(self) -> dict[str, str]:
        """What every step's address repeats."""
        parameters = {"v": str(self.log.version)} if self.is_old else {}
        if self.sight.parameter:
            parameters["seat"] = self.sight.parameter
        return parameters

    @cached_property
    def query(self) -> str:
        """The start of every step's address, ready for `ply=`."""
        parameters = urlencode(self.kept_parameters)
        return f"{self.path}?{parameters}&" if parameters else f"{self.path}?"

    @property
    def seat(self) -> str:
        """The point of view as addresses name it."""
        return seat_parameter(self.sight.viewer)

    @cached_property
    def share(self) -> str:
        """The address of this step that stays what it is, whatever is recorded later."""
        return self._address_of_step(self.path)

    @cached_property
    def pictures(self) -> dict[str, str]:
        """The addresses of this step as a picture; whoever asks there sees what they may see."""
        return {
            form: self._address_of_step(reverse(f"replays:picture_{form}", args=[self.match.pk]))
            for form in ("svg", "png")
        }

    def _address_of_step(self, path: str) -> str:
        parameters = {"ply": str(self.ply), "v": str(self.log.version)}
        if self.sight.parameter:
            parameters["seat"] = self.sight.parameter
        return self.request.build_absolute_uri(f"{path}?{urlencode(parameters)}")

    @cached_property
    def viewers(self) -> list[ViewerChoice]:
        """The points of view to choose from; none where nothing is hidden."""
        if len(self.sight.choices) < 2 or not self.screening.has_secrets:
            return []
        return [
            ViewerChoice(
                label=self._viewer_label(viewer),
                address=f"{self.path}?{urlencode(self._viewer_parameters(viewer))}",
                current=viewer == self.sight.viewer,
            )
            for viewer in self.sight.choices
        ]

    @cached_property
    def screening(self) -> Screening:
        return Screening(self.log, self.sight.viewer, self.labels, language(), self.is_old)

    @property
    def outline(self) -> Outline:
        return self.screening.outline

    @property
    def frames_address(self) -> str:
        """Where the frames of the first part are, but for its key; others differ in the number."""
        path = reverse("replays:frames", args=[self.match.pk, 0])
        own = {"v": str(self.log.version)} if self.is_old else {}
        parameters = own | {"seat": seat_parameter(self.sight.viewer), "lang": language()}
        return f"{path}?{urlencode(parameters)}"

    @property
    def frame_keys(self) -> list[str]:
        """What each part is fetched by, so that it is kept until it changes."""
        return [self.screening.key(part) for part in range(len(self.outline.parts))]

    @property
    def keys(self) -> tuple[Key, ...]:
        return keys_for(len(self.viewers))

    def _viewer_label(self, viewer: Viewer) -> str:
        if viewer.role == "seat":
            return self.labels[viewer.seat]
        return _("Everybody") if viewer == PUBLIC else _("All cards")

    def _viewer_parameters(self, viewer: Viewer) -> dict[str, str]:
        parameters = {"ply": str(self.ply)}
        if self.is_old:
            parameters["v"] = str(self.log.version)
        if viewer != self.sight.default_viewer:
            parameters["seat"] = seat_parameter(viewer)
        return parameters
