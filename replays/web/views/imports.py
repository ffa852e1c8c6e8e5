"""A record written by hand, or a record file, as a new match: read, looked at, imported."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.setup import Setup
from games.core.spelling import key_of
from games.core.typed import Typed
from games.core.words import say
from games.registry import games
from replays import actions, ports
from replays.errors import KaitenError
from replays.records import handwritten
from replays.selectors.library import get_match
from replays.services.imports import import_record
from replays.services.typing import LONGEST_TEXT
from replays.web.access import actor_of, clubs_to_record_for, language, refusal
from replays.web.refusals import message_of
from replays.web.seats import is_bot, player_called, seat_name, seatable
from replays.web.typing import Reading, TypedText
from replays.web.writing import envelope_of

LONGEST_NAME = 40


@dataclass
class SeatLine:
    """One seat of a text: what its moves call it, and who that is."""

    number: int
    word: str
    player: str
    guest: str
    name: str

    @property
    def label(self) -> str:
        return self.guest or self.word


@dataclass
class ImportPage:
    """What was sent, and what could be made of it."""

    clubs: list[tuple[UUID, str]]
    club: UUID
    text: str = ""
    game: str = ""
    seats: str = ""
    date: str = ""
    rows: tuple[SeatLine, ...] = ()
    typed: TypedText | None = None
    ready: bool = False
    ends: bool = False
    error: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponseBase:
    """Ask for a record, show how it is read, and make a match of it once it is confirmed."""
    clubs = clubs_to_record_for(request, actions.CREATE)
    if not clubs:
        return refusal(request)
    ids = {str(club): club for club, _name in clubs}
    page = ImportPage(clubs, ids.get(request.POST.get("club", ""), clubs[0][0]))
    if request.method != "POST":
        return _shown(request, page)
    rules: AnyRules | None = None
    try:
        page.text = _sent_text(request)
        written = handwritten.take_apart(page.text)
        if written.is_whole or page.text.lstrip("\ufeff \r\n").startswith("{"):
            return _whole(request, page)
        rules = _chosen_game(request, page, written)
        answer = _by_hand(request, page, written, rules) if rules else None
    except (KaitenError, RuleViolation) as error:
        page.error = message_of(error, rules, language())
        answer = None
    return answer or _shown(request, page, 200 if page.ready else 422)


def _sent_text(request: HttpRequest) -> str:
    """Return the text of the field, or of the file that was chosen instead."""
    file = request.FILES.get("file")
    if file is None:
        text = request.POST.get("text", "")
    else:
        try:
            text = file.read().decode("utf-8")
        except UnicodeDecodeError:
            raise KaitenError("file_not_text", 422, file=str(file.name)[:80]) from None
    if not text.strip():
        raise KaitenError("no_events", 422)
    return text


def _whole(request: HttpRequest, page: ImportPage) -> HttpResponse:
    """Import a record file as it is, for those who may; it keeps its id, its players, its life."""
    if not ports.policy().may(actor_of(request), actions.IMPORT, page.club, None):
        raise KaitenError("import_whole", 403)
    return _imported(request, page, page.text)


def _chosen_game(
    request: HttpRequest, page: ImportPage, written: handwritten.Handwritten
) -> AnyRules | None:
    if len(page.text) > LONGEST_TEXT:
        raise KaitenError("typed_too_long", 413, limit=LONGEST_TEXT)
    named = written.headers.get("Game", "") or request.POST.get("game", "")
    playable = [rules for rules in games() if not rules.reported_only]
    rules = handwritten.game_of(named, playable) if named else None
    page.game = rules.slug if rules else ""
    if rules is None:
        page.error = _("Say which game this is.")
    return rules


def _by_hand(
    request: HttpRequest, page: ImportPage, written: handwritten.Handwritten, rules: AnyRules
) -> HttpResponse | None:
    """Read a text that somebody wrote; import it if it is confirmed."""
    sent = "" if "Seats" in written.headers else request.POST.get("seats", "")
    words = tuple(sent.replace(",", " ").split()) or handwritten.guess_words(written, rules)
    page.seats = " ".join(words)
    page.date = request.POST.get("date", "") or written.headers.get("Date", "")[:10]
    page.rows = _rows(request, page.club, written, words)
    box = ports.people().box(page.club, rules.slug)
    sheet = handwritten.Sheet(rules, words, box)
    setup = handwritten.setup_of(written, sheet)
    typed = handwritten.read_moves(written, sheet, setup)
    labels = [row.label for row in page.rows]
    told = Reading(rules, rules.start(setup), labels, words).told(written.body, typed)
    page.typed = told.moved_by(written.first_line - 1)
    if typed.problem is not None:
        return None
    if not typed.entries:
        raise KaitenError("no_events", 422)
    page.ready, page.ends = True, not rules.needs(typed.state)
    if "confirm" not in request.POST:
        return None
    page.ready = False
    return _imported(request, page, _record(page, written, (sheet, setup, typed)))


def _record(
    page: ImportPage,
    written: handwritten.Handwritten,
    read: tuple[handwritten.Sheet, Setup, Typed],
) -> str:
    players: list[tuple[UUID | None, str]] = []
    for row in page.rows:
        if row.player:
            players.append((UUID(row.player), row.name))
        else:
            players.append((handwritten.guest_id(written, row.number, row.label), row.label))
    seated = [player for player, _ in players]
    if len({*seated}) < len(seated):
        raise KaitenError("player_twice", 422)
    return handwritten.write_whole(*read, players, page.date)


def _rows(
    request: HttpRequest, club: UUID, written: handwritten.Handwritten, words: tuple[str, ...]
) -> tuple[SeatLine, ...]:
    """Return who sits where: as sent, or whoever of the club has the name that is written."""
    roster = dict(_people(club))
    names = written.names()
    rows: list[SeatLine] = []
    for seat, word in enumerate(words[: handwritten.MOST_SEATS]):
        name = (names[seat] or word)[:LONGEST_NAME]
        if f"player_{seat}" in request.POST:
            player = request.POST[f"player_{seat}"]
            player = player if player in roster else ""
            guest = request.POST.get(f"guest_{seat}", "").strip()[:LONGEST_NAME]
        else:
            player = player_called(name, roster) or _first_name(name, roster)
            guest = "" if player else name
        rows.append(SeatLine(seat, word, player, guest, roster.get(player, "")))
    return tuple(rows)


def _first_name(name: str, roster: dict[str, str]) -> str:
    """Return the only player of a club who has this first name."""
    wanted = key_of(name.partition(" ")[0])
    found = [id_ for id_, label in roster.items() if key_of(label.partition(" ")[0]) == wanted]
    return found[0] if len(found) == 1 and " " not in name else ""


def _people(club: UUID) -> list[tuple[str, str]]:
    return [(id_, label) for id_, label in seatable(club, language()) if not is_bot(id_)]


def _imported(request: HttpRequest, page: ImportPage, text: str) -> HttpResponse:
    imported = import_record(
        text=text, club_id=page.club, envelope=envelope_of(request), source="web"
    )
    if imported.created:
        messages.success(request, _("The record is imported."))
    else:
        messages.info(request, _("This record was imported before: this is its match."))
    match = get_match(imported.match_id)
    going_on = match.status == match.Status.OPEN
    return redirect("replays:record" if going_on else "replays:match", imported.match_id)


def _shown(request: HttpRequest, page: ImportPage, status: int = 200) -> HttpResponse:
    playable = [rules for rules in games() if not rules.reported_only]
    context: dict[str, Any] = {
        "page": page,
        "typed": page.typed,
        "games": [(rules.slug, say(rules.words, "game.name", language())) for rules in playable],
        "people": _people(page.club) if page.rows else [],
        "seat_names": [seat_name(row.number) for row in page.rows],
    }
    return render(request, "replays/import.html", context, status=status)
