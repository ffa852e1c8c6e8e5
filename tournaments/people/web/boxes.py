"""What is in a club's boxes: everybody may read it, and who manages the club says it once."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core.errors import RuleViolation
from games.core.setup import Option
from games.core.words import say
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.selectors.games import spoken
from replays.web.access import actor_of, language, refusal
from replays.web.forms import OptionForm, OptionRow
from replays.web.pages import game_name
from replays.web.refusals import message_of
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.boxes import BoxView, box_view, boxes_of
from tournaments.people.selectors.clubs import club_of
from tournaments.people.services.boxes import describe_box

REFUSED = 422


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One option of a box in words; `usual` is what the game has, where the box differs."""

    label: str
    value: str
    usual: str


class BoxForm(OptionForm):
    """The options of a game that describe its box, as the club has it."""

    def __init__(self, *args: Any, view: BoxView, club_id: UUID) -> None:
        super().__init__(*args)
        self.rules = view.rules
        self.add_options(club_id)

    @property
    def rows(self) -> list[OptionRow]:
        return [OptionRow(self, option) for option in self._offered()]

    def _offered(self) -> list[Option]:
        return [option for option in self.rules.options() if option.of_box]


@require_safe
def boxes(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show of every game what the club has said of its box."""
    club = club_of(club_id)
    rows = [
        (view, game_name(view.rules.slug), [line for line in _lines(view) if line.usual])
        for view in boxes_of(club.id)
    ]
    context = {"club": club, "rows": rows}
    return render(request, "tournaments/people/boxes.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def box(request: HttpRequest, club_id: UUID, game: str) -> HttpResponseBase:
    """Show the club's box of a game, and let it be described or be as the game has it again."""
    club, view = club_of(club_id), box_view(club_id, game)
    may_write = may(actor_of(request), CLUB_WRITE, club.id)
    if request.method == "POST" and not may_write:
        return refusal(request)
    sent = None if "reset" in request.POST else request.POST or None
    form = BoxForm(sent, view=view, club_id=club.id)
    if request.method == "POST" and _described(request, club.id, form):
        return redirect("tournaments:box", club.id, game)
    context = {
        "club": club,
        "view": view,
        "game": game_name(game),
        "form": form if may_write else None,
        "lines": [line for line in _lines(view) if line.usual or not may_write],
    }
    status = REFUSED if form.errors else 200
    return render(request, "tournaments/people/box.html", context, status=status)


def _described(request: HttpRequest, club_id: UUID, form: BoxForm) -> bool:
    """Say what the form says, or put what is wrong onto it; one that was not sent says nothing."""
    if form.is_bound and not form.is_valid():
        return False
    options = form.options() if form.is_bound else {}
    envelope = Envelope(actor_of(request), datetime.now(UTC))
    try:
        describe_box(club_id=club_id, game=form.rules.slug, options=options, envelope=envelope)
    except (KaitenError, RuleViolation) as error:
        form.refuse(error.params.get("option"), message_of(error, form.rules, language()))
        return False
    if options:
        messages.success(request, _("Saved. Later matches begin with this box."))
    else:
        messages.success(request, _("The box has the defaults of the game again."))
    return True


def _lines(view: BoxView) -> list[BoxLine]:
    rules, words = view.rules, view.rules.words
    return [
        BoxLine(
            say(words, f"option.{option.name}", language()),
            spoken(rules, option, value, language()),
            "" if value == option.default else spoken(rules, option, option.default, language()),
        )
        for option, value in view.values
    ]
