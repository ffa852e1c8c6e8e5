"""Every registered game keeps every law of the contract, at every number of seats."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.core.matches import make_setup
from games.registry import rules_of
from tests.games.contract.play import Sitting, seatings, sitting, slugs
from tests.games.contract.play_laws import (
    law_choices_are_legal,
    law_clones_share_nothing,
    law_events_round_trip,
    law_forms_describe_events,
    law_notation_round_trips,
    law_outcomes_add_up,
    law_play_ends,
    law_replays_are_equal,
    law_simultaneous_needs_take_one_event_each,
)
from tests.games.contract.refusal_laws import (
    law_counts_fit_their_fields,
    law_defaults_resolve_to_themselves,
    law_mutants_are_refused_with_words,
    law_notation_is_read_or_refused,
    law_options_are_resolved_or_refused,
    law_seat_counts_are_kept,
    law_tally_refuses_junk,
)
from tests.games.contract.secret_laws import (
    law_determinize_keeps_the_view,
    law_feeds_fold_to_views,
    law_illegal_is_not_hidden,
    law_knowledge_only_grows,
    law_records_survive_erasing,
    law_views_are_stable,
    law_views_serve_their_seat,
    law_views_tell_nothing_more,
    thin,
)
from tests.games.contract.word_laws import (
    law_core_words_are_sound,
    law_everything_is_told,
    law_words_are_complete,
    law_words_are_sound,
    law_words_cover_play,
)
from tests.scale import scaled

PLAYED = slugs()
REPORTED = slugs(reported_only=True)
SEEDS = range(max(2, scaled(4)))
SOME = max(20, scaled(100))
FEW = max(4, scaled(20))
ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("slug", PLAYED + REPORTED)
every_table = pytest.mark.parametrize(("slug", "seats"), seatings(PLAYED + REPORTED))


@pytest.fixture(
    params=[(slug, seats, seed) for slug, seats in seatings(PLAYED) for seed in SEEDS],
    ids=lambda param: "-".join(map(str, param)),
)
def match(request: pytest.FixtureRequest) -> Sitting:
    return sitting(*request.param)


def test_the_contract_is_tried_on_open_hidden_and_reported_games() -> None:
    assert "hidden_game" in PLAYED
    assert len(PLAYED) >= 2
    assert REPORTED


def test_random_legal_play_ends_and_stays_ended(match: Sitting) -> None:
    law_play_ends(match)


def test_live_state_equals_every_replayed_state(match: Sitting) -> None:
    law_replays_are_equal(match)


def test_events_survive_being_stored(match: Sitting) -> None:
    law_events_round_trip(match)


def test_notation_reads_back_as_the_same_events(match: Sitting) -> None:
    law_notation_round_trips(match)


def test_every_choice_offered_is_accepted(match: Sitting) -> None:
    law_choices_are_legal(match, SOME)


def test_every_event_fits_a_form_of_an_open_need(match: Sitting) -> None:
    law_forms_describe_events(match, SOME)


def test_simultaneous_needs_take_one_secret_event_per_seat(match: Sitting) -> None:
    law_simultaneous_needs_take_one_event_each(match, SOME)


def test_clones_share_nothing_mutable(match: Sitting) -> None:
    law_clones_share_nothing(match, FEW)


def test_scores_add_up_and_places_follow_them(match: Sitting) -> None:
    law_outcomes_add_up(match, SOME)


@pytest.mark.parametrize("slug", PLAYED)
def test_mutated_events_are_refused_with_words_or_are_legal(slug: str) -> None:
    tables = [sitting(slug, seats, seed) for seats in rules_of(slug).seats for seed in SEEDS]
    for table in tables:
        number = -(-scaled(1000) // len(tables))
        law_mutants_are_refused_with_words(table, f"{table.setup.seats}", number)


def test_damaged_notation_is_read_or_refused(match: Sitting) -> None:
    law_notation_is_read_or_refused(match, match.setup.seats, scaled(300))


def test_what_a_viewer_was_told_folds_to_its_view(match: Sitting) -> None:
    law_feeds_fold_to_views(match, SOME)


def test_views_of_views_are_views(match: Sitting) -> None:
    law_views_are_stable(match, SOME)


def test_what_was_revealed_is_never_hidden_again(match: Sitting) -> None:
    law_knowledge_only_grows(match, FEW)


def test_truths_a_seat_cannot_tell_apart_look_alike_to_it(match: Sitting) -> None:
    plies = sorted({len(match.events) * step // SOME for step in range(SOME + 1)})
    law_views_tell_nothing_more(match, plies, scaled(100))


def test_a_seat_chooses_from_its_view_what_it_could_from_the_truth(match: Sitting) -> None:
    law_views_serve_their_seat(match, FEW, scaled(100))


def test_a_drawn_truth_keeps_the_view_and_plays_on(match: Sitting) -> None:
    law_determinize_keeps_the_view(match, FEW)


def test_a_record_without_its_hidden_part_is_still_legal_and_complete(match: Sitting) -> None:
    law_records_survive_erasing(match)


def test_a_record_without_its_hidden_part_keeps_the_laws_too(match: Sitting) -> None:
    record = thin(match)
    law_play_ends(record)
    law_replays_are_equal(record)
    law_notation_round_trips(record)
    law_choices_are_legal(record, FEW)
    law_clones_share_nothing(record, FEW)
    law_mutants_are_refused_with_words(record, "thin", SOME)
    law_feeds_fold_to_views(record, FEW)
    law_views_are_stable(record, FEW)
    law_knowledge_only_grows(record, FEW)
    law_everything_is_told(record)


def test_a_view_never_refuses_what_the_truth_allows(match: Sitting) -> None:
    law_illegal_is_not_hidden(match, scaled(500))


def test_events_and_boards_are_told_in_both_languages(match: Sitting) -> None:
    law_everything_is_told(match)


def test_needs_components_and_rules_met_in_play_have_words(match: Sitting) -> None:
    law_words_cover_play(match)


@every_game
def test_words_are_complete_in_both_languages(slug: str) -> None:
    law_words_are_complete(rules_of(slug))
    law_words_are_sound(rules_of(slug))


def test_the_words_of_the_core_are_complete_in_both_languages() -> None:
    law_core_words_are_sound()


@every_table
def test_options_are_resolved_or_refused_with_words(slug: str, seats: int) -> None:
    law_options_are_resolved_or_refused(rules_of(slug), seats)
    law_defaults_resolve_to_themselves(rules_of(slug), seats)


@every_game
def test_tables_of_the_wrong_size_are_refused(slug: str) -> None:
    law_seat_counts_are_kept(rules_of(slug))


@every_table
def test_junk_tables_are_counted_or_refused_with_words(slug: str, seats: int) -> None:
    rules = rules_of(slug)
    setup = make_setup(rules, seats=seats, options={})
    law_tally_refuses_junk(rules, setup, seats, scaled(300))


@every_table
def test_a_count_that_its_fields_allow_is_scored(slug: str, seats: int) -> None:
    rules = rules_of(slug)
    setup = make_setup(rules, seats=seats, options={})
    law_counts_fit_their_fields(rules, setup, seats, scaled(100))


@pytest.mark.parametrize(("slug", "seats"), seatings(REPORTED))
def test_a_reported_game_has_no_events_and_an_open_outcome(slug: str, seats: int) -> None:
    rules = rules_of(slug)
    setup = make_setup(rules, seats=seats, options={})
    match = Sitting(rules, setup, (), rules.start(setup))
    assert rules.needs(match.last) == ()
    assert list(rules.choices(match.last, 0)) == []
    assert not rules.outcome(match.last).final
    assert match.last.clone() == match.last
    assert rules.text_board(match.last, match.labels, "en") != rules.text_board(
        match.last, match.labels, "fr"
    )


def test_play_does_not_depend_on_the_hash_seed() -> None:
    def printed(seed: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "tests.games.contract.fingerprint"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    first = printed("1")
    assert len(first.splitlines()) == len(seatings(PLAYED))
    assert first == printed("2")
