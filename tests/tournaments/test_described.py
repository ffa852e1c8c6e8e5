"""What tournaments, seasons and ladders answer is what the API's description says of them.

Every operation is asked for in a state in which it makes sense, with ids that exist and bodies that
could be sent: most of it succeeds, and the rest is refused as described.
"""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from config.manual import CHAPTERS, chapter_of
from games.testing.scale import scaled
from tests.answers import Answer
from tests.examining import Examiner
from tests.factories import bearer, make_club, make_player, make_token
from tests.tournaments.ladders.nights import played, work
from tests.tournaments.people.test_api import patch, post
from tests.tournaments.tournaments.doors import PLAIN, Evening
from tests.tournaments.tournaments.test_made import OPEN, Story, play_a_tournament
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club
from tournaments.tournaments.selectors.files import export_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.soak]

EXAMPLES = scaled(20)
LEAST_SUCCESS = 0.6
PARTS = {
    "before publishing": {
        "tournaments_advice": {},
        "tournaments_alternatives": {"stage": 1},
        "tournaments_entrants": {"limit": 5},
        "tournaments_events": {"limit": 5},
        "tournaments_file": {},
        "tournaments_players_csv": {},
        "tournaments_proposal": {"stage": 1},
        "tournaments_read": {},
        "tournaments_sizes": {"players": 8},
    },
    "before a substitute": {
        "tournaments_bracket": {"stage": 2},
        "tournaments_cut": {"stage": 2},
        "tournaments_pairings_csv": {},
        "tournaments_rounds": {"stage": 1, "round": 1},
        "tournaments_standings": {"stage": 1},
        "tournaments_standings_csv": {},
    },
}
WHEN = {"publish": "before publishing", "substitute": "before a substitute"}


@pytest.fixture(scope="module")
def known() -> dict[str, set[str]]:
    """Return the operations of each noun, from the manual's contents."""
    names: dict[str, set[str]] = {"Tournaments": set(), "Seasons": set(), "Ladders": set()}
    for name in Examiner({}).operations:
        noun = CHAPTERS[chapter_of(name)[0]].title.partition(":")[0]
        if noun in names:
            names[noun].add(name)
    return names


class ExaminedStory(Story):
    """A tournament whose commands are examined just before they are sent for good."""

    examiner: Examiner

    def ask(self, name: str, headers: dict[str, str] | None = None, **fields: Any) -> Answer:
        address = {"tournament_id": self.path.removeprefix("tournaments/")}
        if (operation := f"tournaments_command_{name}") not in self.examiner.examined:
            self.examiner.examine(operation, EXAMPLES, address, body=fields)
            if name == "correct":
                body = {"command": name, **fields}
                self.examiner.examine("tournaments_preview", EXAMPLES, address, body=body)
            for part, query in PARTS.get(WHEN.get(name, ""), {}).items():
                self.examiner.examine(part, EXAMPLES, address, query=query)
        return super().ask(name, headers, **fields)


def test_every_answer_about_tournaments_is_as_described(
    client: Client, staff_headers: dict[str, str], known: dict[str, set[str]]
) -> None:
    club = make_club(slug="here")
    examiner = ExaminedStory.examiner = Examiner(staff_headers)
    play_a_tournament(ExaminedStory.begin(client, staff_headers, club), club)
    evening = ExaminedStory.begin(client, staff_headers, club)
    evening.do("set_stage", stage=1, rules=OPEN)
    evening.do("enter", players=[str(make_player(club).id) for _ in range(4)], present=True)
    evening.do("start_stage", stage=1)
    evening.do("begin_table", entrants=[1, 2])

    here = {"club": "here"}
    examiner.examine("tournaments_presets", EXAMPLES, {}, query={"game": "sushi_bar", "size": 3})
    examiner.examine("tournaments_list", EXAMPLES, here, query={"status": "running", "limit": 1})
    new = {"title": "Friday", "plan": {"preset": "swiss_pods", "game": "plain"}}
    plan = {"preset": "swiss_pods", "game": "plain", "options": PLAIN["options"]}
    examiner.examine("tournaments_create", EXAMPLES, here, body=new | {"plan": plan})
    file = export_tournament(UUID(evening.path.removeprefix("tournaments/")))
    examiner.examine("tournaments_import_preview", EXAMPLES, here, body=file)
    examiner.examine("tournaments_import", EXAMPLES, here, body=file)
    assert examiner.examined == known["Tournaments"]
    assert examiner.share_of_success >= LEAST_SUCCESS, examiner.statuses


def test_every_answer_about_seasons_is_as_described(
    client: Client, staff_headers: dict[str, str], known: dict[str, set[str]], club: Club
) -> None:
    examiner = Examiner(staff_headers)
    evening, other = Evening(club=club, entrants=4), Evening(club=club, entrants=4)
    season = post(client, "clubs/here/seasons", {"title": "Winter"}, staff_headers).json()["id"]
    at = {"season_id": season, "club": "here", "tournament_id": evening.id}

    def examine(name: str, body: dict[str, Any] | None = None, **query: Any) -> None:
        examiner.examine(f"seasons_{name}", EXAMPLES, at, body=body, query=query)

    examine("create", {"title": "Spring", "planned": 8})
    examine("list", status="running", limit=1)
    examine("read")
    examine("revise", {"planned": 9})
    examine("add_evening", {"tournament": str(evening.id)})
    for one in (evening, other):
        added = {"tournament": str(one.id)}
        assert post(client, f"seasons/{season}/evenings", added, staff_headers).status_code == 200
    examine("move_evening", {"position": 2})
    examine("remove_evening")
    examine("table")
    for one in (evening, other):
        one.start().play_round()
        one.do("close_stage", stage=1)
        one.do("drop_stage", stage=2)
        one.do("finish")
    examine("close")
    assert post(client, f"seasons/{season}/close", "", staff_headers).status_code == 200
    examine("reopen")
    assert examiner.examined == known["Seasons"]
    assert examiner.share_of_success >= LEAST_SUCCESS, examiner.statuses


def test_every_answer_about_ladders_is_as_described(
    client: Client, known: dict[str, set[str]], club: Club
) -> None:
    headers = bearer(make_token()[1])
    examiner = Examiner(headers)
    people = [make_player(club, f"Person{number} X") for number in range(4)]
    match = played(club, people, [5, 4, 3, 2], minutes=300)
    work()
    played(club, people[:3], [1, 2, 3], minutes=1, entered=400)
    work()
    ladder = usual_id(club.id)
    at = {"club": "here", "ladder_id": ladder, "player_id": people[0].id, "match_id": match}
    ids = [str(one.id) for one in people]

    def examine(name: str, body: dict[str, Any] | None = None, **query: Any) -> None:
        examiner.examine(name, EXAMPLES, at, body=body, query=query)

    for name in ("list", "read", "players", "players_csv", "changes", "match", "notes", "usual"):
        examine(f"ladders_{name}")
    for name in ("players_ratings", "players_record", "matches_ratings", "ladders_rebuild"):
        examine(name)
    examine("ladders_create", {"title": "Cup", "rules": {"k": 24}})
    examine("ladders_forecast", {"players": ids, "places": [1, 2, 3, 4]})
    examine("ladders_rate", {"match": str(match)})
    examine("ladders_begin_period", {"title": "Spring", "share": 25})
    examine("ladders_revise", {"rules": {"k": 24}})
    examine("ladders_start_list", {"text": f"player,rating\n{ids[0]},1500\n"})
    examine("ladders_freeze")
    assert post(client, f"ladders/{ladder}/freeze", "", headers).status_code == 200
    examine("ladders_thaw")
    assert patch(client, f"ladders/{ladder}", {"title": "x"}, headers).status_code == 409
    assert examiner.examined == known["Ladders"]
    assert examiner.share_of_success >= LEAST_SUCCESS, examiner.statuses
