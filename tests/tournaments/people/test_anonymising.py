"""Nobody is to know who somebody was: an event, and then no trace but in earlier backups."""

from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Note, StoredEvent, Stream
from replays.services.rebuild import rebuild_all
from replays.services.undo import Comment, annotate
from replays.services.verify import verify_stream
from tests.clients import SignedIn
from tests.factories import (
    bearer,
    make_bot,
    make_club,
    make_member,
    make_player,
    make_token,
    make_user,
)
from tests.tournaments.ladders.nights import played, work
from tournaments.people.labels import public_label
from tournaments.people.models import Claim, Club, Player
from tournaments.people.selectors.streams import club_standing
from tournaments.people.services.anonymising import anonymise_player
from tournaments.people.services.arrivals import Arrival, admit
from tournaments.people.services.claims import ask_for_player
from tournaments.people.services.merges import merge_players
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import ensure_players, link_account, rename_player

pytestmark = pytest.mark.django_db


def envelope(actor: str = "cli") -> Envelope:
    return Envelope(actor, datetime.now(UTC))


def everything() -> str:
    """Return every value of every row of the database as one text."""
    return "\n".join(
        str(row)
        for model in apps.get_models()
        if model._meta.label != "sessions.Session"
        for row in model._default_manager.values_list()
    ).casefold()


def heads() -> dict[UUID, tuple[int, str]]:
    return {row.pk: (row.version, row.head_hash) for row in Stream.objects.all()}


@pytest.fixture
def anne(club: Club, boss: SignedIn) -> Player:
    """Somebody who has played, was merged, annotated, edited in the admin and claimed."""
    anne = make_player(club, "Anne Xanthopoulos", nickname="Nanaxa")
    double = make_player(club, "Annie Xanthopoulos")
    others = [make_player(club, name) for name in ("Bo B", "Cy C")]
    match = played(club, [anne, *others], [3, 2, 1])
    for note in ("Xanthopoulos was late", "Bo was late"):
        annotate(match_id=match, comment=Comment(1, note), envelope=envelope())
    work()
    merge_players(player_id=double.id, into_id=anne.id, envelope=envelope())
    page = f"/admin/tournaments/player/{anne.id}/change/"
    fields = {"first_name": "Anne", "last_name": "Xanthopoulos", "nickname": "Nanaxa"}
    boss.post(page, fields | {"display": "full", "minor": "", "user": "", "confirm": "1"})
    link_account(player=anne, user=make_user())
    ask_for_player(player=anne, account=make_user(), envelope=envelope())
    return Player.objects.get(pk=anne.pk)


def test_nothing_is_left_of_a_name_and_no_log_changes(club: Club, anne: Player) -> None:
    organiser = make_member(club, "organiser")
    assert "xanthopoulos" in everything()
    before, events = heads(), list(StoredEvent.objects.order_by("pk").values_list("pk", "hash"))
    browser, page = SignedIn(organiser), f"/players/{anne.id}/anonymise/"
    shown = browser.get(page).text
    assert "1 match stays" in shown
    assert "1 note that mentions" in shown
    assert browser.post(page).status_code == 302
    told = everything()
    assert "xanthopoulos" not in told
    assert "nanaxa" not in told
    assert Note.objects.filter(text="Bo was late").exists()
    assert not Claim.objects.filter(player=anne).exists()
    assert {key: value for key, value in heads().items() if key != club.id} == {
        key: value for key, value in before.items() if key != club.id
    }
    assert (
        list(StoredEvent.objects.order_by("pk").values_list("pk", "hash"))[: len(events)] == events
    )
    assert all(verify_stream(stream).problem is None for stream in heads())
    last = StoredEvent.objects.filter(stream_id=club.id).order_by("-version").first()
    assert last is not None
    assert (last.type, last.actor) == ("player.anonymised", f"user:{organiser.id}")
    for address in ("/players/", f"/players/{anne.id}/", "/matches/", "/api/v1/players"):
        text = browser.get(address).text
        assert "Xanthopoulos" not in text, address
    assert "Somebody" in browser.get(f"/players/{anne.id}/").text
    rebuilt = everything()
    rebuild_all()
    anne.refresh_from_db()
    assert (public_label(anne), anne.user) == ("Somebody", None)
    assert "xanthopoulos" not in rebuilt


def test_a_name_does_not_come_back(club: Club, anne: Player) -> None:
    anonymise_player(player_id=anne.id, envelope=envelope())
    for door in (
        lambda: rename_player(player=anne, name=PersonName("Anne")),
        lambda: link_account(player=anne, user=make_user()),
        lambda: anonymise_player(player_id=anne.id, envelope=envelope()),
        lambda: ask_for_player(player=anne, account=make_user(), envelope=envelope()),
        lambda: merge_players(player_id=anne.id, into_id=make_player(club).id, envelope=envelope()),
    ):
        with pytest.raises(KaitenError, match="player_anonymised"):
            door()
    ensure_players(club=club, labels={anne.id: "Anne X."}, now=datetime.now(UTC))
    other = uuid4()
    arrivals = {
        anne.id: Arrival("Anne X.", PersonName("Anne", "Xanthopoulos")),
        other: Arrival("Anne X.", PersonName("Anne", "Xanthopoulos"), same_as=anne.id),
    }
    admit(club=club, arrivals=arrivals, read_as={}, linked=(), envelope=envelope())
    assert public_label(Player.objects.get(pk=anne.id)) == "Somebody"
    assert not Player.objects.filter(search_name__contains="xanthopoulos").exists()


def test_whom_the_log_forgot_stays_forgotten_even_without_a_row(club: Club) -> None:
    gone = make_player(club, "Anne Petit")
    anonymise_player(player_id=gone.id, envelope=envelope())
    Player.objects.filter(pk=gone.pk).delete()
    ensure_players(club=club, labels={gone.id: "Anne P."}, now=datetime.now(UTC))
    assert public_label(Player.objects.get(pk=gone.pk)) == "Somebody"


def test_the_api_and_the_shell_anonymise_once(club: Club) -> None:
    player, other = make_player(club, "Anne Petit"), make_player(club, "Bo Roy")
    organiser = make_member(club, "organiser")
    address = f"/api/v1/players/{player.id}/anonymise"
    assert Client().post(address).status_code == 401
    narrow = Client(headers=bearer(make_token(organiser)[1]))
    assert narrow.post(address).status_code == 403
    keeper = Client(headers=bearer(make_token(make_member(club, "scorekeeper"), ("admin",))[1]))
    assert keeper.post(address).status_code == 403
    client = Client(headers=bearer(make_token(organiser, ("admin",))[1]))
    sent: dict[str, Any] = {
        "content_type": "application/json",
        "headers": {"Idempotency-Key": "once"},
    }
    first = client.post(address, **sent)
    assert (first.status_code, first.json()["label"]) == (201, "Somebody")
    again = client.post(address, **sent).json()
    assert (again["repeated"], again["version"]) == (True, first.json()["version"])
    assert client.post(address).json()["code"] == "player_anonymised"
    bot = make_bot(club)
    refused = client.post(f"/api/v1/players/{bot.id}/anonymise").json()
    assert refused["code"] == "bot_not_editable"
    out = StringIO()
    call_command("player", "anonymise", str(other.id), stdout=out)
    assert "Nobody knows" in out.getvalue()
    assert club_standing(club.id).state.anonymised == {player.id, other.id}


def test_who_may_not_is_refused_on_the_page(club: Club) -> None:
    player = make_player(club)
    page = f"/players/{player.id}/anonymise/"
    assert Client().get(page).status_code == 302
    assert SignedIn(make_member(club, "arbiter")).get(page).status_code == 403
    assert SignedIn(make_member(make_club(), "owner")).post(page).status_code == 403
