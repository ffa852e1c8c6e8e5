"""Playing against bots on the pages: bots are seated by name, and their hands stay hidden."""

import re
from uuid import UUID

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games.core.events import Event
from games.core.rng import SeededRng
from games.core.viewer import seat_viewer
from games.sushi_go_party.events import Dealt
from replays.envelope import Envelope
from replays.models import Match, Outbox
from replays.selectors.logs import load_log
from replays.services import matches, outbox
from tests.answers import Answer
from tests.factories import NOW, make_bot
from tests.replays.web.conftest import House
from tests.replays.web.markup import SentForm, forms_of, text_of
from tournaments.people.models import Player
from tournaments.people.services.bots import bot_id, bot_player

pytestmark = pytest.mark.django_db

NEW = "/matches/new/"


def begin(house: House, staff: Client, *bots: str, **fields: str) -> Answer:
    """Send the form of a match between the first player and bots."""
    page = staff.get(NEW, {"game": "sushi_go_party", "seats": str(len(bots) + 1)})
    hidden = next(form.hidden for form in forms_of(text_of(page)) if "key" in form.hidden)
    inputs = page.context["form"]
    options = {
        name: value
        for name in inputs.fields
        if name.startswith("option_") and (value := inputs[name].value()) not in (None, False)
    }
    seats = {f"player_{seat}": bot for seat, bot in enumerate(bots, 1)}
    sent = {"player_0": str(house.players[0].id), "source": "online"}
    return staff.post(NEW, hidden | options | sent | seats | fields)


def against(house: House, swapped: bool = False) -> UUID:
    """Return a match in which seat 0 is to choose; the hands of the bots may be swapped."""
    bots = [bot_player(club=house.club, bot="greedy", now=NOW, copy=copy) for copy in (1, 2)]
    made = matches.create_match(
        match=matches.NewMatch(
            club_id=house.club.id,
            game="sushi_go_party",
            players=[house.players[0].id, *(bot.id for bot in bots)],
            options={},
            source="online",
        ),
        envelope=Envelope("cli", NOW),
    )
    log = load_log(made.stream_id)
    rules, state, luck, events = log.rules, log.state_at(0), SeededRng("deal"), []
    while (need := rules.needs(state)[0]).seat is None:
        events.append(rules.sample(state, need, luck))
        rules.apply(state, events[-1])
    hands = {event.seat: event.cards for event in events if isinstance(event, Dealt)}
    if swapped:
        other = {1: hands[2], 2: hands[1]}
        events = [
            msgspec.structs.replace(event, cards=other.get(event.seat, event.cards))
            if isinstance(event, Dealt)
            else event
            for event in events
        ]
    version = play(made.stream_id, 1, *events)
    for seat in (1, 2):
        log = load_log(made.stream_id)
        view = log.rules.view(log.state, seat_viewer(seat))
        version = play(made.stream_id, version, next(log.rules.choices(view, seat)))
    return made.stream_id


def play(match_id: UUID, version: int, *events: Event) -> int:
    """Play as the worker does, which draws itself."""
    done = matches.play_drawn(
        match_id=match_id, expected_version=version, events=events, envelope=Envelope("bot", NOW)
    )
    return done.last_version


def bots_turn(match_id: UUID) -> None:
    while rows := list(Outbox.objects.filter(topic="bots", stream_id=match_id)):
        for row in rows:
            outbox.consume(outbox_id=row.pk)


def address_of(match_id: UUID) -> str:
    return reverse("replays:record", args=[match_id])


def seen(client: Client, match_id: UUID, query: str = "") -> str:
    """Return the recorder without what differs between any two matches."""
    page = text_of(client.get(address_of(match_id) + query)).replace(str(match_id), "ID")
    page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)
    return re.sub(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}", "KEY", page)


def choosing_form(page: str) -> SentForm:
    """Return the form whose buttons are the choices of the person."""
    return next(form for form in forms_of(page) if form.buttons and form.buttons[0].name == "event")


# Seating them


def test_every_bot_is_offered_once_made_or_not_and_made_on_first_use(
    house: House, staff: Client
) -> None:
    make_bot(house.club, "random")
    page = text_of(staff.get(NEW, {"game": "sushi_go_party", "seats": "4"}))
    assert page.count(">Greedy (bot)</option>") == page.count(">Random (bot)</option>") == 4
    assert not Player.objects.filter(bot="greedy").exists()

    begin(house, staff, "bot:greedy", "bot:random", "bot:greedy")

    club = house.club.id
    assert load_log(Match.objects.get().pk).players == (
        house.players[0].id,
        bot_id(club, "greedy"),
        bot_id(club, "random"),
        bot_id(club, "greedy", 2),
    )
    assert Player.objects.filter(kind="bot").count() == 3


def test_a_bot_at_a_real_table_is_refused_and_nothing_is_made(house: House, staff: Client) -> None:
    answer = begin(house, staff, "bot:greedy", source="table")
    assert answer.status_code == 422
    assert "A bot plays only where Kaiten rolls and draws." in text_of(answer)
    assert not Match.objects.exists()
    assert not Player.objects.filter(kind="bot").exists()


def test_an_unknown_bot_is_refused(house: House, staff: Client) -> None:
    assert begin(house, staff, "bot:grandmaster").status_code == 422
    assert not Match.objects.exists()


def test_a_bot_can_take_a_seat_over(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_bar", source="online")
    address = reverse("replays:take_over", args=[sitting.id])
    hidden = next(
        form.hidden for form in forms_of(text_of(staff.get(address))) if "key" in form.hidden
    )
    answer = staff.post(address, hidden | {"seat": "1", "player": "bot:greedy"})
    assert answer.status_code == 302
    assert sitting.log().players[1] == bot_id(house.club.id, "greedy")
    assert Player.objects.get(pk=bot_id(house.club.id, "greedy")).bot == "greedy"


# Playing


def test_a_person_plays_a_whole_match_on_the_pages_without_scripts(
    house: House, staff: Client
) -> None:
    begin(house, staff, "bot:greedy")
    match = Match.objects.get()
    address = address_of(match.pk)
    assert "Waiting for the others" in text_of(staff.get(address))
    for _ in range(200):
        bots_turn(match.pk)
        page = text_of(staff.get(address))
        if "The match is over" in page:
            break
        form = choosing_form(page)
        sent = form.hidden | {"event": form.buttons[0].value}
        assert staff.post(form.action, sent)["Location"] == address
    match.refresh_from_db()
    assert match.status == "finished"


def test_the_recorder_is_the_same_whatever_the_bots_hold(house: House, staff: Client) -> None:
    one, other = against(house), against(house, swapped=True)
    for query in ("", "?seat=1", "?seat=2", "?seat=0", "?seat=public", "?seat=x"):
        page = seen(staff, one, query)
        assert page == seen(staff, other, query)
    assert seen(staff, one, "?seat=arbiter") != seen(staff, other, "?seat=arbiter")
    assert "Play for" not in page


def test_a_refused_entry_tells_no_more(house: House, staff: Client) -> None:
    one, other = against(house), against(house, swapped=True)
    pages = []
    for match_id in (one, other):
        form = choosing_form(text_of(staff.get(address_of(match_id))))
        late = form.hidden | {"expected_version": "2", "event": form.buttons[0].value}
        page = text_of(staff.post(form.action, late)).replace(str(match_id), "ID")
        pages.append(re.sub(r'value="[^"]*"|choosers-[0-9a-f-]+', "", page))
        assert "Your entry was not saved" in page
    assert pages[0] == pages[1]


def test_everybody_who_is_linked_plays_their_own_seat(house: House, staff: Client) -> None:
    sitting = house.sitting("hidden_game", source="online")
    assert staff.get(address_of(sitting.id)).context["recorder"].side.records_everything
    house.players[1].user = house.staff
    house.players[1].save()
    recorder = staff.get(address_of(sitting.id)).context["recorder"]
    assert recorder.side.viewer == seat_viewer(1)
    assert [address for _label, address in recorder.others] == ["?seat=0"]


def test_a_recorder_that_waits_hears_when_there_is_something_new(
    house: House, staff: Client
) -> None:
    begin(house, staff, "bot:greedy")
    match = Match.objects.get()
    page = text_of(staff.get(address_of(match.pk)))
    assert "Waiting for the others" in page
    news = f"/live/recorder/{match.pk}/news/"
    assert f'data-news="{news}"' in page
    assert staff.get(news, {"mark": "1"}).status_code == 204
    bots_turn(match.pk)
    assert staff.get(news, {"mark": "1"}).json() == {"mark": str(load_log(match.pk).version)}
    assert "Waiting for the others" not in text_of(staff.get(address_of(match.pk)))
