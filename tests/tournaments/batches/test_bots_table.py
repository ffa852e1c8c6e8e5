from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.registry import games, rules_of
from tournaments.batches.services.strength import CONTESTS, contested_games, strengths


def test_greedy_beats_three_random_players_in_every_game_by_more_than_luck() -> None:
    for rules in contested_games():
        best, other = strengths(rules, CONTESTS[0], matches=60)
        assert (best.standing.bot, other.standing.bot) == ("greedy", "random")
        assert best.rate.low > 0.25 > other.rate.high
        assert (best.rate.trials, other.rate.trials) == (60, 180)


def test_every_game_that_bots_play_is_contested_at_four_seats() -> None:
    assert {rules.slug for rules in contested_games()} == {
        rules.slug for rules in games() if not rules.reported_only
    }
    assert {len(contest.bots) for contest in CONTESTS} == {4}


def test_the_table_is_markdown_with_a_row_per_bot_and_the_same_from_the_same_seed() -> None:
    tables = []
    for _ in range(2):
        out = StringIO()
        call_command("botstable", "sushi_bar", "--matches", "1", "--seed", "t", stdout=out)
        tables.append(out.getvalue())
    assert tables[0] == tables[1]
    rows = [row.split("|")[1:-1] for row in tables[0].splitlines()]
    assert {len(row) for row in rows} == {7}
    assert len(rows) == 2 + 2 + 2 + 4
    assert [row[3].strip() for row in rows[2:]].count("search:64") == 2
    assert [row[0].strip() for row in rows[2:]] == [rules_of("sushi_bar").slug] * 8


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("sushi_bar", "--matches", "0"), "bad_match_count"),
        (("sushi_bar", "--matches", "100001"), "bad_match_count"),
        (("go_fish",), "unknown_game"),
        (("plain",), "reported_only"),
    ],
)
def test_a_wrong_call_is_one_line_with_a_code(arguments: tuple[str, ...], code: str) -> None:
    with pytest.raises(CommandError, match=f"^{code}:"):
        call_command("botstable", *arguments)
