"""Who is meant by the names of a file, and who is made."""

import pytest

from tests.factories import make_club, make_player
from tests.tournaments.past_results.files import imported, looked_at, refusal_of, verdicts
from tournaments.past_results.rows import Preview
from tournaments.past_results.services.people import MOST_NAMES, person_in
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HEADER = "date,game,player 1,score 1,player 2,score 2\n"
DOUBTS = f"""{HEADER}\
2026-01-30,Go,Camille Bernard,3,Marie D.,2
2026-01-30,Go,BERNARD camille,4,Marie D.,2
2026-01-30,Go,Camile Bernard,1,Zoé Roy,2
2026-01-31,Go,Zoe Roy,1,Zoée Roy,2
"""


@pytest.fixture
def camille(club: Club) -> Player:
    make_player(club, "Marie Dupont")
    make_player(club, "Marie Durand")
    return make_player(club, "Camille Bernard")


def statuses(preview: Preview) -> dict[str, str]:
    return {name.name: name.status.value for name in preview.names}


def test_every_name_is_looked_up_once_as_in_the_import_of_players(
    club: Club, camille: Player
) -> None:
    preview = looked_at(club, DOUBTS)
    assert statuses(preview) == {
        "Camille Bernard": "known",
        "Marie D.": "resembles",
        "Camile Bernard": "resembles",
        "Zoé Roy": "new",
        "Zoée Roy": "resembles",
    }
    names = {name.name: name for name in preview.names}
    assert names["Camille Bernard"].player == camille.id
    assert [one.id for one in names["Camile Bernard"].candidates] == [camille.id]
    assert len(names["Marie D."].candidates) == 2
    assert names["Zoée Roy"].like == ("Zoé Roy",)
    assert verdicts(preview) == [
        (2, "open", "name_in_doubt"),
        (3, "open", "name_in_doubt"),
        (4, "open", "name_in_doubt"),
        (5, "open", "name_in_doubt"),
    ]
    assert "Marie D." in preview.rows[0].detail


def test_a_name_is_decided_once_for_the_whole_file(club: Club, camille: Player) -> None:
    marie = Player.objects.get(last_name="Durand")
    decisions = {
        "marie d": str(marie.id),
        "Camile Bernard": str(camille.id),
        "Zoée Roy": "new",
    }
    assert refusal_of(club, DOUBTS, decisions=decisions).params["lines"] == [4, 5]
    done = imported(club, DOUBTS, decisions=decisions, missing="player")
    assert (len(done.imported), len(done.added)) == (4, 2)
    assert Player.objects.filter(club=club).count() == 5
    again = imported(club, DOUBTS, decisions=decisions, missing="player")
    assert (again.imported, again.added) == ((), ())


def test_two_spellings_of_the_file_can_be_one_person(club: Club, camille: Player) -> None:
    marie = Player.objects.get(last_name="Durand")
    decisions = {
        "Marie D.": str(marie.id),
        "Camile Bernard": "Camille Bernard",
        "Zoée Roy": "Zoé Roy",
    }
    done = imported(club, DOUBTS, decisions=decisions, missing="guest", mode="valid")
    # Nobody plays against themselves.
    assert verdicts(done) == [
        (2, "exists", ""),
        (3, "exists", ""),
        (4, "exists", ""),
        (5, "error", "player_twice"),
    ]
    zoe = Player.objects.get(last_name="Roy")
    assert (public_label(zoe), zoe.guest) == ("Zoé R.", True)


def test_names_that_only_mean_each_other_mean_nobody(club: Club) -> None:
    text = f"{HEADER}2026-01-30,Go,Zoé Roy,3,Zoée Roy,2\n"
    decisions = {"Zoé Roy": "Zoée Roy", "Zoée Roy": "Zoé Roy"}
    preview = looked_at(club, text, decisions=decisions, missing="player")
    assert verdicts(preview) == [(2, "open", "name_in_doubt")]


def test_somebody_of_the_same_name_is_not_made_a_second_time(club: Club, camille: Player) -> None:
    text = f"{HEADER}2026-01-30,Go,Camille Bernard,3,Marie Dupont,2\n"
    done = imported(club, text, decisions={"Camille Bernard": "new"})
    assert (done.added, len(done.imported)) == ((), 1)
    make_player(club, "Camille Bernard")
    preview = looked_at(club, text.replace(",3,", ",4,"), decisions={"Camille Bernard": "new"})
    assert verdicts(preview) == [(2, "open", "name_in_doubt")]


@pytest.mark.parametrize(
    "told", ["somebody", "", "11111111-1111-4111-8111-111111111111", "{other}"]
)
def test_a_decision_that_means_nothing_is_refused(club: Club, camille: Player, told: str) -> None:
    stranger = make_player(make_club(), "Marie D")
    decisions = {"Marie D.": told.format(other=stranger.id)}
    assert refusal_of(club, DOUBTS, decisions=decisions).code == "bad_decision"


def test_what_is_not_asked_is_refused(club: Club, camille: Player) -> None:
    assert refusal_of(club, DOUBTS, decisions={"Nobody": "new"}).code == "bad_decision"
    assert refusal_of(club, DOUBTS, missing="perhaps").code == "unknown_missing"
    lines = [f"2026-01-01,Go,{n},{chr(2 * n + 0x4E00)},{chr(2 * n + 0x4E01)}" for n in range(501)]
    text = "date,game,match,player 1,player 2\n" + "\n".join(lines)
    assert 2 * len(lines) > MOST_NAMES
    assert refusal_of(club, text).code == "too_many_names"


def test_a_column_says_who_is_a_guest(club: Club) -> None:
    text = (
        "date,game,match,player,place,guest\n"
        "2026-01-30,Go,1,Ana Roux,1,\n2026-01-30,Go,1,Igor Blanc,2,x\n"
        "2026-01-31,Go,2,Igor Blanc,1,\n2026-01-31,Go,2,Ana Roux,2,\n"
    )
    imported(club, text, missing="player")
    assert dict(Player.objects.values_list("first_name", "guest")) == {"Ana": False, "Igor": True}


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Marie Dupont", "Marie", "Dupont"),
        ("Dupont, Marie", "Marie", "Dupont"),
        ("DUPONT Marie", "Marie", "DUPONT"),
        ("DE LA TOUR Anne", "Anne", "DE LA TOUR"),
        ("Marie DUPONT", "Marie", "DUPONT"),
        ("Marie D.", "Marie", "D."),
        ("JB", "JB", ""),
        ("Anne de la Tour", "Anne", "de la Tour"),
    ],
)
def test_first_and_last_name_are_told_apart_as_lists_write_them(
    text: str, first: str, last: str
) -> None:
    person = person_in(text)
    assert (person.first_name, person.last_name) == (first, last)
