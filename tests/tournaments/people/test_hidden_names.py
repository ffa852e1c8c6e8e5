"""How people are called in public is their choice, and of minors never the full name."""

from uuid import UUID

import pytest
from django.test import Client
from django.utils import translation

from tests.clients import SignedIn
from tests.factories import bearer, make_club, make_member, make_player, make_token, make_user
from tournaments.people.labels import public_label, search_label
from tournaments.people.models import Club, Player
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import link_account, rename_player

pytestmark = pytest.mark.django_db
ID = UUID("7f3a0000-0000-4000-8000-000000000000")


def test_whoever_hides_their_name_is_a_number_that_stays(club: Club) -> None:
    player = make_player(club, "Anne Petit", nickname="Nana", display="hidden", player_id=ID)
    assert (public_label(player), search_label(player)) == ("Player 7F3A", "7f3a")
    with translation.override("fr"):
        assert public_label(player) == "Joueur 7F3A"
    rename_player(player=player, name=PersonName("Zoé", "Roux", display="hidden"))
    assert public_label(player) == "Player 7F3A"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        (PersonName("Anne", "Petit", display="full", minor=True), "Anne P."),
        (PersonName("Anne", "Petit", "Nana", "nickname", True), "Nana"),
        (PersonName("Anne", "Petit", "Anne Petit", "nickname", True), "Anne P."),
        (PersonName("Anne Petit", display="full", minor=True), "Anne P."),
        (PersonName("", "", "Anne Petit", "nickname", True), "Anne P."),
        (PersonName("Anne", "Petit", display="full"), "Anne Petit"),
        (PersonName("Anne", minor=True), "Anne"),
    ],
)
def test_a_minor_is_never_shown_by_the_full_name(name: PersonName, label: str) -> None:
    player = rename_player(player=make_player(), name=name)
    assert public_label(player) == label


@pytest.mark.parametrize("door", ["page", "api"])
def test_a_person_hides_their_own_name_and_nobody_elses(club: Club, door: str) -> None:
    player, other, anne = make_player(club, "Anne Petit"), make_player(club), make_user()
    link_account(player=player, user=anne)

    def hide(one: Player) -> int:
        if door == "page":
            page = f"/players/{one.id}/do/show/"
            return SignedIn(anne).post(page, {"display": "hidden"}).status_code
        client = Client(headers=bearer(make_token(anne)[1]))
        address, body = f"/api/v1/players/{one.id}/display", {"display": "hidden"}
        return client.put(address, body, content_type="application/json").status_code

    assert hide(other) == 403
    assert hide(player) in (200, 302)
    player.refresh_from_db()
    assert player.display == "hidden"


def test_private_names_are_those_of_ones_own_club() -> None:
    one, other = make_club("One"), make_club("Other")
    make_player(one, "Anne Secretone"), make_player(other, "Paul Secrettwo")
    organiser = make_member(one, "organiser")
    link_account(player=make_player(other, "Olga Secretthree"), user=organiser)
    browser = SignedIn(organiser)
    api = Client(headers=bearer(make_token(organiser, ("admin",))[1]))
    for query in ("", f"?club={other.slug}", "?search=secret", "?search=secrettwo"):
        text = browser.get(f"/players/{query}").text.replace("?search=secret", "")
        text = text.replace('value="secrettwo"', "")
        assert "secrettwo" not in text.lower(), query
        assert ("Secretone" in text) == ("two" not in query and "club" not in query), query
    for query in ("", f"?club={other.id}", "?search=secret", "?search=secrettwo"):
        rows = api.get(f"/api/v1/players{query}").json()["results"]
        assert {row["club"] for row in rows if row["name"] is not None} <= {str(one.id)}
        if "search" in query:
            assert {row["label"] for row in rows} <= {"Anne S."}
    data = b"first name,last name\nPaul,Secrettwo\nAnne,Secretone\n"
    address = f"/api/v1/players/import/preview?club={one.id}"
    rows = api.post(address, data, content_type="text/csv").json()["rows"]
    assert [row["status"] for row in rows] == ["new", "exists"]
    assert "Secretthree" not in browser.get("/accounts/?search=olga").text
    assert "Secretthree" not in browser.get("/accounts/").text


def test_lists_of_players_say_display_and_minor_in_a_file(club: Club, staff: Client) -> None:
    data = "prénom,nom,affichage,mineur\nAnne,Petit,caché,non\nPaul,Roy,complet,oui\n"
    address = f"/api/v1/players/import?club={club.id}"
    api = Client(headers=bearer(make_token()[1]))
    done = api.post(address, data.encode(), content_type="text/csv").json()
    anne, paul = Player.objects.order_by("first_name")
    assert (anne.display, paul.minor) == ("hidden", True)
    assert done["added_labels"] == [public_label(anne), "Paul R."]
    assert "Petit" in staff.get(f"/players/{anne.id}/").text
    assert "Petit" not in Client().get(f"/players/{anne.id}/").text
