from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from games.core.canonical import digest
from replays.envelope import Envelope
from replays.models import Note, StoredEvent, Stream, Verification
from replays.services.append import new_event
from tests.answers import Answer
from tests.clients import SignedIn
from tests.factories import NOW, make_bot, make_club, make_player, make_token, make_user
from tests.unprojected import store_unprojected
from tournaments.people.events import PlayerMerged
from tournaments.people.labels import public_label
from tournaments.people.models import ApiToken, Club, Player
from tournaments.people.services.merges import merge_players
from tournaments.people.services.tokens import find_token

pytestmark = pytest.mark.django_db

LEVELS = {
    "visibility": "public",
    "default_visibility": "public",
    "spectator_delay": "0",
    "open_hands": "everybody",
}


@pytest.fixture
def namesakes(club: Club) -> tuple[Player, Player]:
    return make_player(club, "Anne Petit"), make_player(club, "Ane Petit")


def player_fields(**fields: str) -> dict[str, str]:
    return {
        "first_name": "",
        "last_name": "",
        "nickname": "",
        "display": "initial",
        "user": "",
    } | fields


def act(client: Client, model: str, action: str, *rows: Any) -> Answer:
    form = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    return client.post(f"/admin/{model}/", form, follow=True)


@pytest.mark.parametrize("model", list(apps.get_app_config("replays").get_models()))
def test_nothing_of_the_store_can_be_added_changed_or_deleted(
    boss: SignedIn, model: type[Model]
) -> None:
    if model not in admin.site._registry:
        assert model.__name__ == "MatchSeat"
        return
    request = RequestFactory().get("/")
    request.user = boss.user
    registered = admin.site._registry[model]
    assert not registered.has_add_permission(request)
    assert not registered.has_change_permission(request)
    assert not registered.has_delete_permission(request)
    assert registered.has_view_permission(request)
    assert boss.get(f"/admin/replays/{model._meta.model_name}/").status_code == 200
    assert boss.get(f"/admin/replays/{model._meta.model_name}/add/").status_code == 403


def test_an_event_can_be_looked_at_but_not_posted(
    boss: SignedIn, namesakes: tuple[Player, ...]
) -> None:
    merge_players(player_id=namesakes[1].id, into_id=namesakes[0].id, envelope=Envelope("cli", NOW))
    event = StoredEvent.objects.get()
    path = f"/admin/replays/storedevent/{event.pk}/change/"
    assert "player.merged" in boss.get(path).text
    assert boss.post(path, {"payload": "{}"}).status_code == 403
    assert boss.post(f"/admin/replays/storedevent/{event.pk}/delete/").status_code == 403
    assert boss.get("/admin/replays/storedevent/?q=player").status_code == 200


def test_a_log_is_verified_from_the_admin(boss: SignedIn, namesakes: tuple[Player, ...]) -> None:
    merge_players(player_id=namesakes[1].id, into_id=namesakes[0].id, envelope=Envelope("cli", NOW))
    page = act(boss, "replays/stream", "verify", Stream.objects.get())
    assert "1 log is intact." in page.text
    assert Verification.objects.get().ok


def test_a_damaged_log_is_named_by_the_admin(boss: SignedIn) -> None:
    one, other = uuid4(), uuid4()
    stream = uuid4()
    # Two merges of the same player: an intact chain that makes no sense.
    events = [new_event(PlayerMerged(player=one, into=other))] * 2
    store_unprojected(stream, "club", events, NOW)
    page = act(boss, "replays/stream", "verify", Stream.objects.get())
    assert "already_merged @2" in page.text
    assert not Verification.objects.get().ok


def test_a_note_is_erased_from_the_admin(boss: SignedIn, namesakes: tuple[Player, ...]) -> None:
    merge_players(player_id=namesakes[1].id, into_id=namesakes[0].id, envelope=Envelope("cli", NOW))
    note = Note.objects.create(
        stream_id=namesakes[0].club_id, version=1, digest=digest("secret"), text="secret"
    )
    act(boss, "replays/note", "erase", note)
    note.refresh_from_db()
    assert note.text == ""
    assert note.erased_at is not None


def test_a_club_is_made_and_changed(boss: SignedIn) -> None:
    form = LEVELS | {"name": "New Club", "slug": "", "time_zone": "Europe/Paris", "language": "fr"}
    assert boss.post("/admin/tournaments/club/add/", form).status_code == 302
    club = Club.objects.get()
    assert (club.slug, club.time_zone) == ("new-club", "Europe/Paris")
    form |= {"name": "Newer", "slug": "newer"}
    boss.post(f"/admin/tournaments/club/{club.pk}/change/", form)
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Newer", "newer")
    assert boss.post(f"/admin/tournaments/club/{club.pk}/delete/").status_code == 403


@pytest.mark.parametrize(
    "fields", [{"time_zone": "Mars/Phobos"}, {"name": "\u202e"}, {"slug": "no slug"}]
)
def test_a_club_that_makes_no_sense_is_refused_in_the_form(
    boss: SignedIn, fields: dict[str, str]
) -> None:
    form = LEVELS | {"name": "X", "slug": "", "time_zone": "UTC", "language": "en"} | fields
    assert boss.post("/admin/tournaments/club/add/", form).status_code == 200
    assert not Club.objects.exists()


def test_a_short_name_made_twice_is_refused_in_the_form(boss: SignedIn) -> None:
    make_club("Same Name", slug="same-name")
    form = LEVELS | {"name": "Same name", "slug": "", "time_zone": "UTC", "language": "en"}
    assert boss.post("/admin/tournaments/club/add/", form).status_code == 200
    assert Club.objects.count() == 1


def test_a_player_is_added_and_changed_through_the_services(boss: SignedIn) -> None:
    club, user = make_club(), make_user("anne")
    form = player_fields(first_name=" Anne ", last_name="Petit", club=str(club.pk))
    assert boss.post("/admin/tournaments/player/add/", form).status_code == 302
    player = Player.objects.get()
    assert (player.first_name, player.search_name) == ("Anne", "anne petit")
    form |= {"display": "full", "user": str(user.pk), "club": str(make_club().pk)}
    boss.post(f"/admin/tournaments/player/{player.pk}/change/", form)
    player.refresh_from_db()
    assert (public_label(player), player.user, player.club) == ("Anne Petit", user, club)
    assert boss.post(f"/admin/tournaments/player/{player.pk}/delete/").status_code == 403


def test_the_admin_asks_about_a_resembling_name_too(
    boss: SignedIn, namesakes: tuple[Player, ...]
) -> None:
    form = player_fields(first_name="Anne", last_name="Petti", club=str(namesakes[0].club_id))
    page = boss.post("/admin/tournaments/player/add/", form)
    assert "Resembles" in page.text
    assert Player.objects.count() == 2
    assert boss.post("/admin/tournaments/player/add/", form | {"confirm": "on"}).status_code == 302
    assert Player.objects.count() == 3


@pytest.mark.parametrize(
    "fields", [{}, {"first_name": "A\u202e"}, {"first_name": "A", "display": "nickname"}]
)
def test_a_name_that_cannot_be_kept_is_refused_in_the_form(
    boss: SignedIn, fields: dict[str, str]
) -> None:
    form = player_fields(club=str(make_club().pk), **fields)
    assert boss.post("/admin/tournaments/player/add/", form).status_code == 200
    assert not Player.objects.exists()


def test_an_account_that_plays_already_is_refused_in_the_form(
    boss: SignedIn, namesakes: tuple[Player, ...]
) -> None:
    user = make_user()
    namesakes[0].user = user
    namesakes[0].save()
    form = player_fields(first_name="Zoe", club=str(namesakes[0].club_id), user=str(user.pk))
    assert boss.post("/admin/tournaments/player/add/", form).status_code == 200
    form = player_fields(first_name="Ane", last_name="Petit", user=str(user.pk))
    page = boss.post(f"/admin/tournaments/player/{namesakes[1].pk}/change/", form)
    assert page.status_code == 200
    assert Player.objects.filter(user=user).count() == 1


def test_a_bot_is_shown_but_not_changed(boss: SignedIn) -> None:
    bot = make_bot(make_club())
    path = f"/admin/tournaments/player/{bot.pk}/change/"
    assert boss.get(path).status_code == 200
    assert boss.post(path, player_fields(first_name="Bob")).status_code == 403


def test_a_merge_is_undone_from_the_admin(boss: SignedIn, namesakes: tuple[Player, ...]) -> None:
    merge_players(player_id=namesakes[1].id, into_id=namesakes[0].id, envelope=Envelope("cli", NOW))
    page = act(boss, "tournaments/player", "undo_merges", *namesakes)
    assert "This player was not merged." in page.text
    assert "The merge is undone." in page.text
    assert not Player.objects.exclude(merged_into=None).exists()
    assert StoredEvent.objects.latest("version").actor == f"user:{boss.user.pk}"


def test_a_person_is_anonymised_after_a_look_and_their_id_stays(
    boss: SignedIn, namesakes: tuple[Player, ...]
) -> None:
    rows = [str(namesakes[0].pk), str(make_bot(namesakes[0].club).pk)]
    fields = {"action": "anonymise", "_selected_action": rows}
    shown = boss.post("/admin/tournaments/player/", fields)
    assert "cannot be undone" in shown.text
    assert Player.objects.get(pk=rows[0]).first_name
    boss.post("/admin/tournaments/player/", fields | {"confirmed": "1"}, follow=True)
    player = Player.objects.get(pk=rows[0])
    assert public_label(player) == "Somebody"
    assert (player.first_name, player.last_name, player.search_name) == ("", "", "")


def test_the_list_of_players_leads_to_the_import_and_costs_no_query_per_row(
    boss: SignedIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    for number in range(20):
        make_player(club, f"P{number:02}")
    with django_assert_max_num_queries(10):
        page = boss.get("/admin/tournaments/player/?q=P")
    assert "/players/import" in page.text
    assert "P19" in page.text


def test_a_new_token_is_shown_once_and_works(boss: SignedIn) -> None:
    user = make_user("bot-runner", staff=True)
    form = {"name": "laptop", "user": str(user.pk), "club": "", "scopes": ["read", "organise"]}
    form |= {"expires_at_0": "", "expires_at_1": ""}
    page = boss.post("/admin/tournaments/apitoken/add/", form)
    assert "no-store" in page.headers["Cache-Control"]
    token = ApiToken.objects.get()
    assert find_token(text=page.context["text"], now=datetime.now(UTC)) == token
    assert page.context["text"] in page.text
    again = boss.get(f"/admin/tournaments/apitoken/{token.pk}/change/")
    assert token.digest not in again.text
    assert page.context["text"] not in again.text


def test_a_token_is_revoked_never_changed_or_deleted(boss: SignedIn) -> None:
    token = make_token()[0]
    act(boss, "tournaments/apitoken", "revoke", token)
    token.refresh_from_db()
    assert token.revoked_at is not None
    path = f"/admin/tournaments/apitoken/{token.pk}"
    assert boss.post(f"{path}/change/", {"name": "x"}).status_code == 403
    assert boss.post(f"{path}/delete/").status_code == 403


def test_a_token_that_would_have_expired_is_refused_in_the_form(boss: SignedIn) -> None:
    moment = datetime.now(UTC) - timedelta(days=1)
    form = {"name": "t", "user": str(make_user().pk), "club": "", "scopes": ["read"]}
    form |= {"expires_at_0": f"{moment:%Y-%m-%d}", "expires_at_1": "00:00"}
    assert boss.post("/admin/tournaments/apitoken/add/", form).status_code == 200
    assert not ApiToken.objects.exists()


def test_accounts_are_kept_in_the_admin(boss: SignedIn) -> None:
    assert boss.get("/admin/tournaments/user/").status_code == 200
    assert boss.get(f"/admin/tournaments/user/{boss.user.pk}/change/").status_code == 200
