"""Playing against bots through the API: a bot is seated by its name."""

from uuid import UUID

import pytest

from replays.models import Match, Outbox
from replays.selectors.logs import load_log
from replays.services import outbox
from tests.replays.api.conftest import Table
from tournaments.people.models import Player
from tournaments.people.services.bots import bot_id

pytestmark = pytest.mark.django_db


def bots_turn(match: UUID) -> None:
    while rows := list(Outbox.objects.filter(topic="bots", stream_id=match)):
        for row in rows:
            outbox.consume(outbox_id=row.pk)


def test_bots_are_seated_by_name_and_made_on_first_use(table: Table) -> None:
    players = [*table.seats(1), "bot:greedy", None, "bot:greedy"]
    match = table.begin("sushi_go_party", players=players, source="online")
    first, second = (bot_id(table.club.id, "greedy", copy) for copy in (1, 2))
    assert load_log(match).players == (table.players[0].id, first, None, second)
    assert set(Player.objects.filter(kind="bot").values_list("id", "bot")) == {
        (first, "greedy"),
        (second, "greedy"),
    }
    # Known by its id it can be seated by that as well.
    again = [*table.seats(1), str(first), "bot:greedy"]
    match = table.begin("sushi_go_party", players=again, source="online")
    assert load_log(match).players[1:] == (first, second)


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ("bot:grandmaster", 422, "unknown_bot"),
        ("bot:", 422, "unknown_bot"),
        ("bot:" + "x" * 60, 400, "invalid_input"),
        ("greedy", 400, "invalid_input"),
    ],
)
def test_a_bot_nobody_knows_is_refused_and_nothing_is_made(
    table: Table, wish: str, status: int, code: str
) -> None:
    body = {"club": str(table.club.id), "game": "sushi_bar", "source": "online"}
    answer = table.arbiter.post("/matches", body | {"players": [*table.seats(1), wish]})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Match.objects.exists()
    assert not Player.objects.filter(kind="bot").exists()


@pytest.mark.parametrize("game", ["sushi_bar", "sushi_go_party"])
def test_a_person_plays_a_whole_match_against_a_bot(table: Table, game: str) -> None:
    match = table.begin(game, players=[*table.seats(1), "bot:greedy"], source="online")
    bots_turn(match)
    while (answer := table.arbiter.get(f"/matches/{match}/choices", {"seat": 0}).json())["choices"]:
        chosen = {name: answer["choices"][0][name] for name in ("type", "payload")}
        assert table.play(match, [chosen], answer["version"]).status_code == 201
        bots_turn(match)
    assert table.public.get(f"/matches/{match}").json()["status"] == "finished"
