"""Where nothing is stored yet, home and every list lead to the page that sets a club up."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin

from tournaments.people.selectors.clubs import is_empty
from tournaments.people.web.access import onlooker_of

_PAGES = frozenset({"replays", "tournaments"})
# What makes sense without a club: accounts, links to them, and the rules of the games.
_AS_EVER = frozenset(
    {"setup", "account", "account-password", "account-email", "second-factor"}
    | {"second-factor-change", "accounts", "forgotten", "one-time-link", "games", "game"}
    | {"past-results-example"}
)


class FirstRunMiddleware(MiddlewareMixin):
    """Leads to the set-up instead of to lists without anything and doors that nobody may open."""

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        place = request.resolver_match
        if place is None or place.url_name in _AS_EVER:
            return None
        if place.namespace not in _PAGES and place.url_name != "club-home":
            return None
        # What an address names is not there: its page says so itself.
        if place.kwargs or request.method not in ("GET", "HEAD"):
            return None
        if onlooker_of(request).found_clubs() or not is_empty():
            return None
        return redirect("tournaments:setup")
