"""Which matches a ladder rates, and whose seats: every reason, and every rule that decides."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest

from tournaments.ladders.ratings.eligibility import (
    MatchFacts,
    Person,
    SeatFacts,
    Verdict,
    lasting_reason,
    outlook,
    verdict,
)
from tournaments.ladders.ratings.rating_system import Seat
from tournaments.ladders.ratings.rules import LadderRules

ANA, BO, CHLOE, DAN, BOT, GUEST, TWIN = (UUID(int=number) for number in range(1, 8))
PEOPLE = {
    player: Person(player, bot=player == BOT, guest=player == GUEST)
    for player in (ANA, BO, CHLOE, DAN, BOT, GUEST)
} | {TWIN: Person(ANA, bot=False, guest=False)}


def seats(*players: UUID | None) -> tuple[SeatFacts, ...]:
    """Return seats of players in the order of their places, with scores from 40 down."""
    return tuple(
        SeatFacts(player, None, place, 50 - 10 * place) for place, player in enumerate(players, 1)
    )


def match(*players: UUID | None, **fields: Any) -> MatchFacts:
    """Return the facts of a match that every usual ladder counts, but for the fields given."""
    usual: dict[str, Any] = {
        "id": UUID(int=99),
        "club": UUID(int=100),
        "ended": 1_000_000,
        "day": date(2026, 11, 16),
        "game": "sushi_bar",
        "source": "table",
        "rated": True,
        "status": "reported",
        "ending": "",
        "imported": False,
        "at_tournament": False,
        "counts_there": None,
        "seats": seats(*(players or (ANA, BO, CHLOE))),
    }
    return MatchFacts(**usual | fields)


def said(facts: MatchFacts, people: dict[UUID, Person] = PEOPLE, **rules: Any) -> Verdict:
    return verdict(LadderRules(**rules), facts, people)


def rated(facts: MatchFacts, people: dict[UUID, Person] = PEOPLE, **rules: Any) -> list[UUID]:
    """Return the players of the seats that count."""
    answer = said(facts, people, **rules)
    assert answer.rated, answer.reason
    return [seat.player for seat in answer.seats]


def reason(facts: MatchFacts, people: dict[UUID, Person] = PEOPLE, **rules: Any) -> str:
    answer = said(facts, people, **rules)
    assert not answer.rated
    assert answer.seats == ()
    return answer.reason


def test_a_match_at_the_table_counts_with_every_seat_its_place_and_its_score() -> None:
    assert said(match()).seats == (Seat(ANA, 1, 40), Seat(BO, 2, 30), Seat(CHLOE, 3, 20))


@pytest.mark.parametrize("status", ["finished", "reported"])
def test_derived_and_reported_results_count_alike(status: str) -> None:
    assert rated(match(status=status)) == [ANA, BO, CHLOE]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"ended": None, "day": None, "status": "open"}, "match_unfinished"),
        ({"status": "voided"}, "match_voided"),
        ({"status": "abandoned"}, "no_result"),
        ({"seats": (SeatFacts(ANA, None, 1, 5), SeatFacts(BO, None, None, None))}, "no_result"),
        ({"rated": False}, "not_rated"),
        ({"imported": True}, "imported"),
        ({"rated": None, "source": "online"}, "other_source"),
        ({"rated": None, "source": "bots"}, "other_source"),
        ({"at_tournament": True, "counts_there": False}, "not_rated_there"),
        ({"status": "stopped", "ending": "left"}, "stopped_early"),
        ({"seats": seats(ANA, BOT, BO)}, "with_bot"),
        ({"seats": seats(ANA, BO, TWIN)}, "player_twice"),
        ({"seats": seats(ANA)}, "too_few_rated"),
        ({"seats": seats(ANA, GUEST)}, "too_few_rated"),
        ({"seats": seats(None, None, ANA)}, "too_few_rated"),
        ({"seats": ()}, "too_few_rated"),
    ],
)
def test_a_usual_ladder_says_why_it_does_not_count_a_match(
    fields: dict[str, Any], expected: str
) -> None:
    assert reason(match(**fields)) == expected


def test_what_has_not_ended_says_so_before_anything_else() -> None:
    nothing = match(ended=None, day=None, status="open", rated=False, game="plain")
    assert reason(nothing, games=("sushi_bar",)) == "match_unfinished"


# What was decided when the match began


def test_what_was_decided_against_counts_nowhere() -> None:
    facts = match(rated=False, imported=True, source="online")
    everything: dict[str, Any] = {
        "sources": ("table", "online", "bots"),
        "imports": True,
        "bots": "rate",
    }
    assert reason(facts, **everything) == "not_rated"


@pytest.mark.parametrize("source", ["online", "bots"])
def test_what_was_decided_for_counts_from_any_source(source: str) -> None:
    assert rated(match(rated=True, source=source)) == [ANA, BO, CHLOE]


@pytest.mark.parametrize("source", ["table", "online", "bots"])
def test_what_nobody_decided_counts_where_a_ladder_asks_for_its_source(source: str) -> None:
    facts = match(rated=None, source=source)
    assert rated(facts, sources=(source,)) == [ANA, BO, CHLOE]
    others = tuple(one for one in ("table", "online", "bots") if one != source)
    assert reason(facts, sources=others) == "other_source"


def test_an_import_counts_where_a_ladder_asks_for_imports() -> None:
    assert rated(match(imported=True), imports=True) == [ANA, BO, CHLOE]


# Games and days


def test_a_ladder_of_some_games_counts_those_only() -> None:
    assert rated(match(), games=("plain", "sushi_bar")) == [ANA, BO, CHLOE]
    assert reason(match(), games=("plain",)) == "other_game"


@pytest.mark.parametrize(
    ("since", "until", "counts"),
    [
        ("2026-11-16", None, True),
        ("2026-11-17", None, False),
        (None, "2026-11-16", True),
        (None, "2026-11-15", False),
        ("2026-11-16", "2026-11-16", True),
        ("2026-01-01", "2026-12-31", True),
        ("2027-01-01", "2027-12-31", False),
    ],
)
def test_the_first_and_the_last_day_of_a_ladder_belong_to_it(
    since: str | None, until: str | None, counts: bool
) -> None:
    answer = said(match(), since=since, until=until)
    assert answer.reason == ("" if counts else "other_dates")


# Tournaments


def test_a_ladder_of_tournaments_counts_no_other_match() -> None:
    assert reason(match(), tournaments_only=True) == "not_in_tournament"
    played = match(at_tournament=True, counts_there=True)
    assert rated(played, tournaments_only=True) == [ANA, BO, CHLOE]


def test_a_match_at_a_tournament_counts_until_its_rules_say_otherwise() -> None:
    assert rated(match(at_tournament=True, counts_there=None)) == [ANA, BO, CHLOE]


# Stopped matches


@pytest.mark.parametrize(
    ("rule", "ending", "counts"),
    [
        ("never", "time", False),
        ("never", "left", False),
        ("on_time", "time", True),
        ("on_time", "left", False),
        ("on_time", "other", False),
        ("always", "time", True),
        ("always", "left", True),
    ],
)
def test_a_stopped_match_counts_as_the_ladder_has_it(rule: str, ending: str, counts: bool) -> None:
    answer = said(match(status="stopped", ending=ending), stopped=rule)
    assert answer.reason == ("" if counts else "stopped_early")


def test_a_tournament_that_rates_an_early_end_outweighs_the_ladder() -> None:
    facts = match(status="stopped", ending="left", at_tournament=True, counts_there=True)
    assert rated(facts, stopped="never") == [ANA, BO, CHLOE]


def test_the_rule_for_stopped_matches_says_nothing_about_others() -> None:
    assert rated(match(status="reported", ending="left"), stopped="never") == [ANA, BO, CHLOE]


# Who is rated


def test_guests_and_empty_seats_are_skipped_and_the_others_keep_their_places() -> None:
    answer = said(match(GUEST, ANA, None, BO))
    assert answer.seats == (Seat(ANA, 2, 30), Seat(BO, 4, 10))


def test_somebody_nobody_knows_is_skipped() -> None:
    assert rated(match(ANA, UUID(int=77), BO)) == [ANA, BO]


@pytest.mark.parametrize(
    ("bots", "expected"),
    [("leave_out", None), ("skip", [ANA, BO]), ("rate", [ANA, BOT, BO])],
)
def test_a_bot_at_the_table_is_left_out_skipped_or_rated(
    bots: str, expected: list[UUID] | None
) -> None:
    answer = said(match(ANA, BOT, BO), bots=bots)
    assert answer.reason == ("with_bot" if expected is None else "")
    assert [seat.player for seat in answer.seats] == (expected or [])


def test_one_player_and_a_skipped_bot_are_too_few() -> None:
    assert reason(match(ANA, BOT), bots="skip") == "too_few_rated"
    assert rated(match(ANA, BOT), bots="rate") == [ANA, BOT]


def test_a_merged_player_is_rated_as_who_they_are_today() -> None:
    assert rated(match(TWIN, BO)) == [ANA, BO]


def test_somebody_merged_into_a_guest_is_a_guest() -> None:
    people = PEOPLE | {ANA: PEOPLE[GUEST]}
    assert rated(match(ANA, BO, CHLOE), people) == [BO, CHLOE]


def test_a_player_twice_at_a_table_counts_once_one_of_the_seats_is_skipped() -> None:
    twice = match(ANA, TWIN, BO)
    assert reason(twice) == "player_twice"
    left = tuple(seat._replace(first=DAN) if seat.player == TWIN else seat for seat in twice.seats)
    assert rated(match(seats=left)) == [ANA, BO]


# Seats that changed hands


def changed(first: UUID, now: UUID | None) -> MatchFacts:
    """Return a match in whose last seat somebody took over."""
    return match(seats=(*seats(ANA, BO), SeatFacts(now, first, 3, 20)))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("skip", [ANA, BO]), ("last", [ANA, BO, DAN]), ("first", [ANA, BO, CHLOE])],
)
def test_a_seat_that_changed_hands_is_skipped_or_answered_for_by_one_of_them(
    rule: str, expected: list[UUID]
) -> None:
    assert rated(changed(CHLOE, DAN), taken_over=rule) == expected


@pytest.mark.parametrize("rule", ["skip", "last", "first"])
def test_a_seat_between_two_players_who_are_one_today_never_changed_hands(rule: str) -> None:
    people = PEOPLE | {CHLOE: Person(DAN, bot=False, guest=False)}
    assert rated(changed(CHLOE, DAN), people, taken_over=rule) == [ANA, BO, DAN]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("skip", [ANA, BO]), ("last", [ANA, BO]), ("first", [ANA, BO, CHLOE])],
)
def test_a_seat_that_somebody_left_for_nobody(rule: str, expected: list[UUID]) -> None:
    assert rated(changed(CHLOE, None), taken_over=rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("skip", [ANA, BO]), ("last", [ANA, BO]), ("first", [ANA, BO, CHLOE])],
)
def test_a_guest_who_takes_over_is_skipped_unless_the_first_answers(
    rule: str, expected: list[UUID]
) -> None:
    assert rated(changed(CHLOE, GUEST), taken_over=rule) == expected


def test_a_bot_that_sat_at_the_end_leaves_the_match_out_whoever_sat_there_first() -> None:
    assert reason(changed(CHLOE, BOT), taken_over="first") == "with_bot"
    assert rated(changed(CHLOE, BOT), taken_over="first", bots="skip") == [ANA, BO, CHLOE]


def test_a_bot_that_sat_there_first_and_answers_is_skipped_unless_bots_are_rated() -> None:
    assert rated(changed(BOT, DAN), taken_over="first") == [ANA, BO]
    assert rated(changed(BOT, DAN), taken_over="first", bots="rate") == [ANA, BO, BOT]


# What can never count


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ""),
        ({"rated": False}, "not_rated"),
        ({"game": "plain"}, "other_game"),
        ({"imported": True}, "imported"),
        ({"rated": None, "source": "bots"}, "other_source"),
    ],
)
@pytest.mark.parametrize("status", ["open", "voided", "reported"])
def test_what_lasts_is_said_whatever_has_become_of_the_match(
    fields: dict[str, Any], expected: str, status: str
) -> None:
    facts = match(**fields | {"status": status})
    assert lasting_reason(LadderRules(games=("sushi_bar",)), facts) == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "voided"},
        {"ended": None, "day": None},
        {"day": date(1999, 1, 1)},
        {"at_tournament": True, "counts_there": False},
        {"seats": seats(ANA, BOT)},
        {"seats": seats(GUEST)},
        {"status": "stopped", "ending": "left"},
    ],
)
def test_what_may_change_is_no_lasting_reason(fields: dict[str, Any]) -> None:
    rules = LadderRules(since="2026-01-01")
    assert not verdict(rules, match(**fields), PEOPLE).rated
    assert lasting_reason(rules, match(**fields)) == ""


# What is to be expected of a match that goes on


def going_on(*players: UUID, **fields: Any) -> MatchFacts:
    seated = tuple(SeatFacts(player, None, None, None) for player in players or (ANA, BO))
    open_ = {"ended": None, "day": None, "status": "open", "seats": seated}
    return match(**open_ | fields)


@pytest.mark.parametrize(
    ("facts", "rules", "expected"),
    [
        (going_on(), {}, ""),
        (going_on(rated=False), {}, "not_rated"),
        (going_on(game="plain"), {"games": ("sushi_bar",)}, "other_game"),
        (going_on(rated=None, source="online"), {}, "other_source"),
        (going_on(ANA, BOT), {}, "with_bot"),
        (going_on(ANA, GUEST), {}, "too_few_rated"),
        (going_on(ANA, TWIN), {}, "player_twice"),
        (going_on(), {"tournaments_only": True}, "not_in_tournament"),
        (going_on(), {"stopped": "never"}, ""),
        (going_on(), {"until": "2026-11-16"}, ""),
        (going_on(), {"until": "2026-11-15"}, "other_dates"),
        (going_on(), {"since": "2026-11-17"}, "other_dates"),
    ],
)
def test_a_match_that_goes_on_will_count_or_says_why_not(
    facts: MatchFacts, rules: dict[str, Any], expected: str
) -> None:
    said = outlook(LadderRules(**rules), facts, PEOPLE, date(2026, 11, 16))
    assert said.reason == expected
    assert verdict(LadderRules(**rules), facts, PEOPLE).reason == "match_unfinished"


def test_nothing_is_said_about_the_days_of_a_ladder_without_a_day() -> None:
    long_over = LadderRules(since="2001-01-01", until="2001-12-31")
    assert outlook(long_over, going_on(), PEOPLE).rated


def test_a_position_is_the_end_then_the_id() -> None:
    early, late = match(ended=-5), match(ended=3)
    assert early.position < late.position
    assert match(id=UUID(int=1)).position < match(id=UUID(int=2)).position
