"""The pages on which a club says what is in its boxes."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.registry import rules_of
from games.sushi_bar.components import BONE_VALUES
from replays.models import StoredEvent
from tests.answers import Answer
from tests.clients import SignedIn
from tests.factories import make_club, make_user
from tests.tournaments.people.boxes import BAR_FORM, OTHER_BOXES, SUSHI, describe, newest_options
from tournaments.people.models import Box, Club
from tournaments.people.selectors.boxes import box_of

pytestmark = pytest.mark.django_db

FRENCH = {"Accept-Language": "fr"}
NOT_A_BAR = BAR_FORM | {"option_sushi_values": "1 2"}


def page_of(club: Club, game: str = "sushi_bar") -> str:
    return f"/clubs/{club.id}/boxes/{game}/"


def form_of(game: str, **changed: Any) -> dict[str, Any]:
    """Return the form of a box as a browser without scripts sends it, with some values changed."""
    values = {o.name: o.default for o in rules_of(game).options() if o.of_box} | changed
    texts = {option.name for option in rules_of(game).options() if option.kind == "table"}
    return {
        f"option_{name}": " ".join(map(str, value)) if name in texts else value
        for name, value in values.items()
    }


def shown(page: Answer) -> str:
    return " ".join(unescape(page.text).split())


@pytest.mark.parametrize("game", OTHER_BOXES)
def test_every_box_is_described_on_its_page_and_shown_with_what_differs(
    club: Club, staff: SignedIn, game: str
) -> None:
    page = staff.get(page_of(club, game))
    assert page.status_code == 200
    assert "Nothing differs from the defaults" in page.text
    names = {option.name for option in rules_of(game).options() if option.of_box}
    assert set(re.findall(r'name="option_(\w+)"', page.text)) == names

    saved = staff.post(page_of(club, game), form_of(game, **OTHER_BOXES[game]), follow=True)

    assert saved.redirect_chain == [(page_of(club, game), 302)]
    assert box_of(club.id, game) == OTHER_BOXES[game]
    assert "Later matches begin with this box." in saved.text
    assert saved.text.count("Default: ") == len(OTHER_BOXES[game])
    assert StoredEvent.objects.get().actor == f"user:{staff.user.pk}"

    staff.post(page_of(club, game), {"reset": "1"})
    assert box_of(club.id, game) == {}
    assert "Nothing differs from the defaults" in staff.get(page_of(club, game)).text


def test_what_the_game_refuses_is_told_beside_the_option_and_nothing_is_written(
    club: Club, staff: SignedIn
) -> None:
    describe(club)
    for typed, words in (
        ("1 2", "The option “Values of the sushi” needs twelve values."),
        ("one two", "Write whole numbers with spaces between them."),
        (" ".join(["21"] * 12), "Sushi are worth +1 to +20."),
    ):
        wrong = staff.post(page_of(club), BAR_FORM | {"option_sushi_values": typed})
        assert wrong.status_code == 422
        assert words in shown(wrong)
        assert f'value="{typed}"' in wrong.text
    french = staff.post(page_of(club), NOT_A_BAR, headers=FRENCH)
    assert "L'option « Valeurs des sushis » attend douze valeurs." in shown(french)
    assert box_of(club.id, "sushi_bar") == {"sushi_values": SUSHI}
    assert StoredEvent.objects.count() == 1


def test_everybody_may_read_a_box_and_only_who_manages_the_club_may_describe_it(
    club: Club, client: Client
) -> None:
    describe(club)
    member = SignedIn(make_user())
    for reader in (client, member):
        page = reader.get(page_of(club))
        assert "1 1 1 2 2 2 3 3 3 9 9 9" in page.text
        assert "−1 −1 −1 −1 −1 −2 −2 −2 −2 −3 −3 −4" in page.text
        assert 'name="option_sushi_values"' not in page.text
        assert "Sushi Bar" in reader.get(f"/clubs/{club.id}/boxes/").text
    assert member.post(page_of(club), {"reset": "1"}).status_code == 403
    assert box_of(club.id, "sushi_bar") == {"sushi_values": SUSHI}


def test_a_session_that_has_expired_leads_to_the_login_and_nothing_is_written(
    club: Club, staff: SignedIn
) -> None:
    staff.get(page_of(club))
    staff.logout()
    answer = staff.post(page_of(club), BAR_FORM)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/login/?next={page_of(club)}"
    assert not Box.objects.exists()


def test_a_form_without_its_secret_is_refused(club: Club, staff: SignedIn) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(staff.user)
    assert strict.post(page_of(club), BAR_FORM).status_code == 403
    assert not Box.objects.exists()


def test_a_box_of_nothing_is_not_found(club: Club, staff: SignedIn) -> None:
    for address in (page_of(club, "plain"), page_of(club, "chess"), page_of(Club(id=uuid4()))):
        assert staff.get(address).status_code == 404
        assert staff.post(address, {"reset": "1"}).status_code == 404


def test_the_boxes_of_a_club_are_listed_with_what_differs_and_linked_from_its_players(
    club: Club, client: Client
) -> None:
    describe(club, "sushi_go_party")
    page = client.get(f"/clubs/{club.id}/boxes/")
    for game in OTHER_BOXES:
        assert page_of(club, game) in page.text
    assert page_of(club, "plain") not in page.text
    assert page.text.count("Default: ") == 1
    assert "English rules: three places worth 8, 5 and 2" in page.text
    assert f"/clubs/{club.id}/boxes/" in client.get("/players/").text
    make_club()
    assert "/boxes/" not in client.get("/players/").text
    assert f"/clubs/{club.id}/boxes/" in client.get("/players/?club=here").text


def test_the_pages_speak_french(club: Club, staff: SignedIn) -> None:
    describe(club)
    for address, words in (
        (f"/clubs/{club.id}/boxes/", ["Boîtes du club", "décrivez-la une fois"]),
        (page_of(club), ["La boîte de Sushi Bar", "Ce qui diffère", "Par défaut : 1 1 2 2"]),
        ("/matches/new/?game=sushi_bar", ["telle que le club l’a décrite : Valeurs des sushis."]),
        ("/matches/new/?game=sushi_roll", ["Votre boîte : les valeurs par défaut du jeu."]),
    ):
        page = shown(staff.get(address, headers=FRENCH))
        assert all(word in page for word in words), address


def new_match(client: Client, club: Club, **fields: str) -> Answer:
    usual = {"club": str(club.id), "key": str(uuid4()), "seats": "2", "source": "table"}
    return client.post("/matches/new/", usual | fields)


def test_a_new_match_shows_the_box_leads_to_its_page_and_begins_with_it(
    club: Club, staff: SignedIn
) -> None:
    describe(club)
    page = staff.get("/matches/new/?game=sushi_bar&seats=2")
    assert 'value="1 1 1 2 2 2 3 3 3 9 9 9"' in page.text
    assert "Your box, as the club has described it: Values of the sushi." in shown(page)
    assert page_of(club) in page.text
    assert "/boxes/" not in staff.get("/matches/new/?game=plain").text
    assert new_match(staff, club, game="sushi_bar", **BAR_FORM).status_code == 302
    assert newest_options("sushi_bar") == {
        "hide_covered": False,
        "sushi_values": SUSHI,
        "bone_values": list(BONE_VALUES),
    }


def test_a_board_of_the_box_is_shown_again_when_it_was_not_sent(
    club: Club, staff: SignedIn
) -> None:
    describe(club, "sushi_boat")
    form = form_of("sushi_boat", memory="perfect", greens=[1]) | {"option_layout": "placeholder"}
    for name in ("belt", "spaces", "four_plus", "staff_places"):
        del form[f"option_{name}"]
    wrong = new_match(staff, club, game="sushi_boat", **form)
    assert wrong.status_code == 422
    assert 'value="R1 L1 L3"' in wrong.text


def test_the_admin_leads_to_the_boxes_of_a_club_and_changes_none(
    club: Club, boss: SignedIn
) -> None:
    describe(club)
    (row,) = Box.objects.all()
    assert "sushi_values" in boss.get("/admin/tournaments/box/").text
    page = boss.get(f"/admin/tournaments/box/{row.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in page.text
    asked: dict[str, Any] = {"action": "describe_boxes", "_selected_action": [str(club.pk)]}
    led = boss.post("/admin/tournaments/club/", asked)
    assert led.headers["Location"] == f"/clubs/{club.id}/boxes/"
    asked["_selected_action"] += [str(make_club().pk)]
    assert "choose one" in boss.post("/admin/tournaments/club/", asked, follow=True).text
    assert row.get_absolute_url() == page_of(club)


@pytest.mark.parametrize("game", OTHER_BOXES)
def test_a_match_through_pages_takes_what_is_sent(club: Club, staff: SignedIn, game: str) -> None:
    """A form that was opened before the box was described says what it showed."""
    form = form_of(game, **{o.name: o.default for o in rules_of(game).options()})
    usual = {name: value for name, value in form.items() if value is not False}
    describe(club, game)
    assert new_match(staff, club, game=game, **usual).status_code == 302
    assert newest_options(game) == {o.name: o.default for o in rules_of(game).options()}
