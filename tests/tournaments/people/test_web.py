from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from replays.envelope import Envelope
from replays.models import Match, MatchSeat
from tests.factories import NOW, make_bot, make_club, make_member, make_player, make_user
from tests.tight import tight
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = pytest.mark.django_db


def make_match(club: Club, *players: Player, status: str = "finished") -> Match:
    match = Match.objects.create(
        id=uuid4(),
        club_id=club.id,
        game="sushi_bar",
        rules=1,
        options="{}",
        seats=len(players),
        source="table",
        status=status,
        created_at=NOW,
    )
    for seat, player in enumerate(players):
        MatchSeat.objects.create(
            id=uuid4(), match=match, seat=seat, player_id=player.id, place=seat + 1, score=9 - seat
        )
    return match


def names(**fields: str) -> dict[str, str]:
    return {"first_name": "", "last_name": "", "nickname": "", "display": "initial"} | fields


def upload(data: bytes, name: str = "players.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="text/csv")


def test_visitors_see_public_names_and_no_way_to_change_them(client: Client) -> None:
    club = make_club()
    make_player(club, "Éloïse Martin")
    make_bot(club)
    page = client.get("/players/")
    assert page.status_code == 200
    assert "Éloïse M." in page.text
    assert "Greedy (bot)" in page.text
    assert "Martin" not in page.text
    assert "/players/add/" not in page.text
    assert "Martin" not in client.get("/players/?search=martin").text.replace("martin", "")


def test_staff_find_a_player_by_their_whole_name(staff: Client) -> None:
    player = make_player(name="Éloïse Martin")
    make_player(player.club, "Paul Petit")
    page = staff.get("/players/?search=martin")
    assert "Éloïse Martin" in tight(page.text)
    assert "Paul" not in page.text


def test_the_list_can_be_narrowed_to_one_of_several_clubs(client: Client) -> None:
    one, other = make_club("One"), make_club("Other")
    make_player(one, "Anne"), make_player(other, "Paul")
    page = client.get(f"/players/?club={one.slug}")
    assert "Anne" in page.text
    assert "Paul" not in page.text


def test_a_list_of_players_costs_the_same_however_long_it_is(
    staff: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    for number in range(30):
        make_player(club, f"P{number:02}")
    with django_assert_max_num_queries(11):
        assert "P29" in staff.get("/players/").text


def test_a_players_page_shows_their_matches_with_results(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    anne, paul = make_player(club, "Anne Petit"), make_player(club, "Paul Roy")
    matches = [make_match(club, anne, paul), make_match(club, paul, anne, status="voided")]
    with django_assert_max_num_queries(15):
        page = client.get(f"/players/{anne.id}/")
    assert page.status_code == 200
    for match in matches:
        assert f"/matches/{match.id}" in page.text
    assert "Paul R." in page.text
    assert "1 match with a result, 1 won" in page.text
    assert "Petit" not in page.text


def test_the_matches_of_a_merged_player_are_shown_with_the_other(client: Client) -> None:
    club = make_club()
    anne, double = make_player(club, "Anne Petit"), make_player(club, "Ane Petit")
    match = make_match(club, double, make_player(club, "Paul"))
    merge_players(player_id=double.id, into_id=anne.id, envelope=Envelope("cli", NOW))
    assert f"/matches/{match.id}" in client.get(f"/players/{anne.id}/").text
    page = client.get(f"/players/{double.id}/")
    assert f"/players/{anne.id}/" in page.text
    assert f"/matches/{match.id}" in page.text


def test_an_address_without_its_last_slash_leads_on(client: Client) -> None:
    player = make_player(name="Anne Petit")
    for path in ("/players", f"/players/{player.id}", "/login", "/matches"):
        response = client.get(f"{path}?page=1")
        assert (response.status_code, response.headers["Location"]) == (301, f"{path}/?page=1")


def test_an_unknown_player_is_not_found(client: Client) -> None:
    assert client.get(f"/players/{uuid4()}/").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/players/add/",
        "/players/import/",
        "/players/{id}/edit/",
        "/players/{id}/merge/",
        "/players/{id}/unmerge/",
    ],
)
def test_writing_asks_visitors_to_log_in_and_refuses_other_accounts(
    client: Client, path: str
) -> None:
    player = make_player(name="Anne Petit")
    path = path.format(id=player.id)
    response = client.post(path, {})
    assert response.status_code == 302
    assert response.headers["Location"].startswith("/login/?next=/players/")
    client.force_login(make_user())
    assert client.post(path, {}).status_code == 403


def word(number: int) -> str:
    """Return a name that resembles few others."""
    return "".join("bdfgklmnrt"[int(digit)] + "aeiou"[int(digit) % 5] for digit in f"{number:05}")


def test_a_player_is_added_on_a_page(staff: Client) -> None:
    club = make_club()
    assert staff.get("/players/add/?guest=1").status_code == 200
    form = names(first_name="Anne", last_name="Petit", guest="on", club=str(club.id))
    response = staff.post("/players/add/", form, follow=True)
    anne = Player.objects.get()
    assert anne.guest
    # The form is there again, empty and as it was used, and says who was added.
    assert "Anne Petit was added." in response.text
    assert f"/players/{anne.id}/edit/" in response.text
    assert "autofocus" in response.text
    assert response.context["form"]["guest"].value() is True
    form = names(first_name="Bo", last_name="Lind", club=str(club.id))
    second = staff.post(response.request["PATH_INFO"] + f"?added={anne.id}", form, follow=True)
    assert [name for _player, name in second.context["added"]] == ["Bo Lind", "Anne Petit"]


def test_nobody_of_another_club_is_named_as_added(client: Client) -> None:
    club = make_club()
    stranger = make_player(make_club(slug="elsewhere"), "Zelda Zorn")
    client.force_login(make_member(club, "organiser"))
    page = client.get(f"/players/add/?added={stranger.id}&added=x&added={uuid4()}")
    assert (page.status_code, page.context["added"]) == (200, [])
    assert "Zelda" not in page.text


def test_a_resembling_name_is_a_question_that_can_be_answered(staff: Client) -> None:
    known = make_player(name="Anne Petit")
    form = names(first_name="Anne", last_name="Petti", club=str(known.club_id))
    asked = staff.post("/players/add/", form)
    assert asked.status_code == 409
    assert f"/players/{known.id}/" in asked.text
    assert "No, this is somebody else" in asked.text
    # The button's own value must be the only one that is sent under its name.
    assert asked.text.count('name="confirm"') == 1
    assert Player.objects.count() == 1
    assert staff.post("/players/add/", form | {"confirm": "True"}).status_code == 302
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"first_name": "x" * 61},
        {"first_name": "A", "display": "loud"},
        {"first_name": "A", "display": "nickname"},
        {"first_name": "A\u202e"},
        {"first_name": "A", "club": "x"},
        {"first_name": "A", "club": str(uuid4())},
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_on_the_page(
    staff: Client, fields: dict[str, str]
) -> None:
    form = names(**{"club": str(make_club().id)} | fields)
    assert staff.post("/players/add/", form).status_code == 422
    assert not Player.objects.exists()


def test_a_player_is_edited_and_linked_to_an_account(staff: Client) -> None:
    player = make_player(name="Anne Petit")
    user = make_user("anne")
    assert "Petit" in staff.get(f"/players/{player.id}/edit/").text
    form = names(first_name="Anne", last_name="Petit", display="full", account="anne")
    response = staff.post(f"/players/{player.id}/edit/", form, follow=True)
    assert "Anne Petit" in response.text
    player.refresh_from_db()
    assert player.user == user
    staff.post(f"/players/{player.id}/edit/", form | {"account": ""})
    player.refresh_from_db()
    assert player.user is None


def test_an_account_that_does_not_exist_or_is_taken_is_refused(staff: Client) -> None:
    player = make_player(name="Anne Petit")
    taken = make_player(player.club, "Paul Roy")
    taken.user = make_user("paul")
    taken.save()
    for account, status in [("nobody", 422), ("paul", 409)]:
        form = names(first_name="Anne", last_name="Roy", account=account)
        assert staff.post(f"/players/{player.id}/edit/", form).status_code == status
    player.refresh_from_db()
    assert (player.last_name, player.user) == ("Petit", None)


def test_a_question_about_a_name_leaves_the_account_unlinked(staff: Client) -> None:
    known = make_player(name="Anne Petit")
    other = make_player(known.club, "Paul Roy")
    make_user("paul")
    form = names(first_name="Anne", last_name="Petit", account="paul")
    assert staff.post(f"/players/{other.id}/edit/", form).status_code == 409
    other.refresh_from_db()
    assert (other.first_name, other.user) == ("Paul", None)


def test_a_bot_cannot_be_edited(staff: Client) -> None:
    bot = make_bot(make_club())
    assert staff.get(f"/players/{bot.id}/edit/").status_code == 302


def test_players_are_merged_and_unmerged_on_pages(staff: Client) -> None:
    club = make_club()
    anne, double = make_player(club, "Anne Petit"), make_player(club, "Ane Petit")
    make_match(club, double, make_player(club, "Paul"))
    page = staff.get(f"/players/{double.id}/merge/")
    assert "Ane Petit has 1 match." in page.text
    assert staff.post(f"/players/{double.id}/merge/", {"into": ""}).status_code == 422
    response = staff.post(f"/players/{double.id}/merge/", {"into": str(anne.id)}, follow=True)
    assert "Ane P. is Anne P. from now on." in response.text
    response = staff.post(f"/players/{double.id}/merge/", {"into": str(anne.id)})
    assert response.status_code == 409
    response = staff.post(f"/players/{double.id}/unmerge/", follow=True)
    assert "The merge is undone." in response.text
    response = staff.post(f"/players/{double.id}/unmerge/", follow=True)
    assert "This player was not merged." in response.text


def test_a_spreadsheet_is_looked_at_and_then_imported(staff: Client) -> None:
    known = make_player(name="Camille Bernard")
    data = "Prénom;Nom\nÉloïse;Martin\nCamile;Bernard\n;Nobody\n".encode("cp1252")
    form = {"club": str(known.club_id), "file": upload(data)}
    page = staff.post("/players/import/", form)
    assert page.status_code == 200
    assert "Éloïse Martin" in tight(page.text)
    assert "A player needs a first name or a nickname." in page.text
    assert Player.objects.count() == 1
    form = {"club": str(known.club_id), "content": page.context["looked"].content, "mode": "all"}
    refused = staff.post("/players/import/", form)
    assert refused.status_code == 422
    assert "Nothing was imported: 2 lines need attention first." in refused.text
    done = staff.post("/players/import/", form | {"mode": "valid", "confirm": ["3"]}, follow=True)
    assert "2 players were added." in done.text
    assert Player.objects.count() == 3


def test_pasted_names_are_looked_at_and_then_added_as_guests(staff: Client) -> None:
    known = make_player(name="Camille Bernard")
    text = "Éloïse Martin\nCAMILLE BERNARD\nNoé (Nono)\nNoé (Nono)\n"
    form = {"club": str(known.club_id), "text": text, "guests": "on"}
    looked = staff.post("/players/import/", form).context["looked"]
    assert looked.preview.counts == {"new": 2, "exists": 2, "resembles": 0, "error": 0}
    assert Player.objects.count() == 1
    form = {"club": str(known.club_id), "content": looked.content, "mode": "all", "guests": "on"}
    done = staff.post("/players/import/", form, follow=True)
    assert "2 players were added." in done.text
    assert Player.objects.filter(guest=True).count() == 2


def test_a_column_that_was_guessed_wrong_is_chosen_and_shown_before_anything_is_written(
    staff: Client,
) -> None:
    club = str(make_club().id)
    page = staff.post("/players/import/", {"club": club, "text": "Petit;Anne;x\nLind;Bo;y\n"})
    looked = page.context["looked"]
    assert looked.meanings == "first name, last name, nickname"
    form = {"club": club, "content": looked.content, "mode": "all", "seen": looked.seen}
    chosen = form | {"column": ["last_name", "first_name", ""]}
    # Other columns than those that were looked at are looked at first.
    again = staff.post("/players/import/", chosen).context["looked"]
    assert [row.label for row in again.preview.rows] == ["Anne Petit", "Bo Lind"]
    assert not Player.objects.exists()
    staff.post("/players/import/", chosen | {"seen": again.seen})
    assert set(Player.objects.values_list("first_name", "nickname")) == {("Anne", ""), ("Bo", "")}


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (["", "last_name"], "One column must be a name, a first name or a nickname."),
        (["first_name", "first_name"], "Two columns cannot both be the same."),
        (["first_name", "nonsense"], ""),
        (["first_name"], ""),
    ],
)
def test_columns_that_make_no_sense_are_refused_or_not_read(
    staff: Client, columns: list[str], words: str
) -> None:
    club = str(make_club().id)
    looked = staff.post("/players/import/", {"club": club, "text": "A;B\nC;D"}).context["looked"]
    form = {"club": club, "content": looked.content, "mode": "all", "again": "1"}
    page = staff.post("/players/import/", form | {"column": columns})
    assert page.status_code == (422 if words else 200)
    assert words in page.text


def test_a_list_of_thousands_is_shown_in_part_and_added_whole(staff: Client) -> None:
    club = str(make_club().id)
    text = "\n".join(f"{word(number)} {word(number * 7919 % 99991)}" for number in range(900))
    looked = staff.post("/players/import/", {"club": club, "text": text}).context["looked"]
    assert len(looked.preview.rows) == 900
    assert len(looked.rows) + looked.unseen == 900
    assert looked.unseen > 0
    shown = {row.line for row in looked.rows}
    assert all(row.line in shown for row in looked.preview.rows if row.status == "resembles")


@pytest.mark.parametrize("data", [b"", b"\0\1", b'a;"b\nc;d\n', b"x" * 600_000])
def test_a_file_that_cannot_be_read_is_refused_on_the_page(staff: Client, data: bytes) -> None:
    page = staff.post("/players/import/", {"club": str(make_club().id), "file": upload(data)})
    assert page.status_code == 422
    assert 'role="alert"' in page.text


@pytest.mark.parametrize(
    "form",
    [{}, {"content": "é"}, {"content": "!!", "mode": "all"}, {"content": "eA==", "mode": "x"}],
)
def test_an_import_that_was_tampered_with_is_refused(staff: Client, form: dict[str, str]) -> None:
    form = {"club": str(make_club().id)} | form
    assert staff.post("/players/import/", form).status_code == 422


def test_people_log_in_and_out(client: Client) -> None:
    make_user("anne")
    page = client.get("/login/?next=/players")
    assert page.status_code == 200
    wrong = client.post("/login/", {"username": "anne", "password": "nope"})
    assert 'role="alert"' in wrong.text
    form = {"username": "anne", "password": "secret", "next": "/players/"}
    assert client.post("/login/", form).headers["Location"] == "/players/"
    elsewhere = form | {"next": "https://example.org/"}
    client.post("/logout/")
    assert client.post("/login/", elsewhere).headers["Location"] == "/"
    assert client.post("/logout/").headers["Location"] == "/"
    assert client.get("/logout/").status_code == 405


def test_the_pages_speak_french(staff: Client) -> None:
    player = make_player(name="Anne Petit")
    pages = {
        "/players/": "Ajouter un joueur",
        f"/players/{player.id}/": "Aucune partie n’est encore enregistrée.",
        f"/players/{player.id}/merge/": "Fusionner Anne P.",
        "/players/import/": "fichier CSV",
        "/players/add/": "Prénom",
    }
    for path, words in pages.items():
        assert words in staff.get(path, headers={"Accept-Language": "fr"}).text
