"""Pages of one match for those who may write into it."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.log import Log
from replays.models import Match
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.web.access import language, may, refusal
from replays.web.seats import seat_labels
from replays.web.views.match import unreadable


@method_decorator(never_cache, "dispatch")
class WriterPage(View):
    """A page for those who may do `action` to its match; others are refused or asked to log in."""

    http_method_names = ["get", "head", "post"]
    action: ClassVar[str]
    match: Match

    def get(self, request: HttpRequest, match_id: UUID, **kwargs: Any) -> HttpResponseBase:
        self.match = get_match(match_id)
        return self.answer() if may(request, self.action, self.match) else refusal(request)

    post = get

    def answer(self) -> HttpResponseBase:
        """Show the page, or do what was sent."""
        raise NotImplementedError


class LogPage(WriterPage):
    """The same with the log of the match, where it can be read."""

    log: Log
    labels: list[str]
    asks_rules: ClassVar[bool] = False
    """Whether there is nothing to show or to do without the rules of the game."""

    def answer(self) -> HttpResponseBase:
        try:
            self.read()
        except (KaitenError, RuleViolation) as error:
            return unreadable(self.request, self.match, error)
        return self.answer_log()

    def read(self) -> None:
        """Read the log, or raise why it cannot be read here."""
        self.log = load_log(self.match.pk)
        if self.asks_rules and self.log.missing is not None:
            raise self.log.missing
        self.labels = seat_labels(self.log.players, language())

    def answer_log(self) -> HttpResponseBase:
        """Show the page, or do what was sent."""
        raise NotImplementedError
