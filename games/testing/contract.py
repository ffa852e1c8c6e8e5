"""The tests of a game: a class of them for each kind of game, made by one call."""

import os
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from games.core.contract import AnyRules
from games.core.matches import make_setup
from games.core.setup import Setup
from games.testing import box_laws as boxes
from games.testing import play_laws as play
from games.testing import refusal_laws as refusals
from games.testing import secret_laws as secrets
from games.testing import simulation_laws as simulation
from games.testing import word_laws as words
from games.testing.options import Examples, pairwise_setups
from games.testing.play import Sitting, played, sitting
from games.testing.scale import scaled, soaking

SEEDS = range(scaled(4))
SOME = max(20, scaled(100))
FEW = max(4, scaled(20))
PER_SETUP = 200 if soaking() else 1


def contract_tests(rules: AnyRules, examples: Examples | None = None) -> type["ContractTests"]:
    """Return the tests of a game, to be given a name that starts with `Test`.

    `examples` holds further values of its options that are worth playing with.
    """
    base = ContractTests if rules.reported_only else PlayedContractTests
    return type(f"Test_{rules.slug}", (base,), {"rules": rules, "examples": examples or {}})


class ContractTests:
    """What holds for every game, also for one of which only results are reported."""

    rules: ClassVar[AnyRules]
    examples: ClassVar[Examples]

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Try a law at every number of seats, or on some matches of each."""
        if "seats" in metafunc.fixturenames:
            metafunc.parametrize("seats", list(self.rules.seats))
        if "match" in metafunc.fixturenames:
            tables = [(seats, seed) for seats in self.rules.seats for seed in SEEDS]
            metafunc.parametrize(
                "match", tables, indirect=True, ids=lambda table: "-".join(map(str, table))
            )

    @pytest.fixture
    def setup(self, seats: int) -> Setup:
        return make_setup(self.rules, seats=seats, options={})

    def test_words_are_complete_in_every_language_it_speaks(self) -> None:
        words.law_words_are_complete(self.rules)
        words.law_words_are_sound(self.rules)

    def test_box_and_rulings_are_described_in_every_language_it_speaks(self) -> None:
        boxes.law_the_box_is_described(self.rules)
        boxes.law_rulings_are_told(self.rules)
        boxes.law_placeholders_are_marked(self.rules)

    def test_options_are_resolved_or_refused_with_words(self, seats: int) -> None:
        refusals.law_options_are_resolved_or_refused(self.rules, seats)
        refusals.law_defaults_resolve_to_themselves(self.rules, seats)

    def test_tables_of_the_wrong_size_are_refused(self) -> None:
        refusals.law_seat_counts_are_kept(self.rules)

    def test_junk_tables_are_counted_or_refused_with_words(self, setup: Setup) -> None:
        refusals.law_tally_refuses_junk(self.rules, setup, setup.seats, scaled(300))

    def test_a_count_that_its_fields_allow_is_scored(self, setup: Setup) -> None:
        refusals.law_counts_fit_their_fields(self.rules, setup, setup.seats, scaled(100))

    def test_a_game_without_events_of_its_own_stays_open(self, setup: Setup) -> None:
        if self.rules.reported_only:
            play.law_reported_games_stay_open(self.rules, setup)


class PlayedContractTests(ContractTests):
    """What holds for a game that is played event by event."""

    @pytest.fixture
    def match(self, request: pytest.FixtureRequest) -> Sitting:
        return sitting(self.rules, *request.param)

    def test_random_legal_play_ends_and_stays_ended(self, match: Sitting) -> None:
        play.law_play_ends(match)

    def test_live_state_equals_every_replayed_state(self, match: Sitting) -> None:
        play.law_replays_are_equal(match)

    def test_events_survive_being_stored(self, match: Sitting) -> None:
        play.law_events_round_trip(match)

    def test_notation_reads_back_as_the_same_events(self, match: Sitting) -> None:
        play.law_notation_round_trips(match)

    def test_every_choice_offered_is_accepted(self, match: Sitting) -> None:
        play.law_choices_are_legal(match, SOME)

    def test_every_event_fits_a_form_of_an_open_need(self, match: Sitting) -> None:
        play.law_forms_describe_events(match, SOME)

    def test_simultaneous_needs_take_one_secret_event_per_seat(self, match: Sitting) -> None:
        play.law_simultaneous_needs_take_one_event_each(match, SOME)

    def test_clones_share_nothing_mutable(self, match: Sitting) -> None:
        play.law_clones_share_nothing(match, FEW)

    def test_scores_add_up_and_places_follow_them(self, match: Sitting) -> None:
        play.law_outcomes_add_up(match, SOME)

    def test_scores_that_were_played_are_likely(self, match: Sitting) -> None:
        play.law_scores_are_likely(match)

    def test_simulation_says_what_needs_and_choices_say(self, match: Sitting) -> None:
        simulation.law_simulation_agrees(match)
        simulation.law_random_choices_are_fair(match, FEW)

    def test_mutated_events_are_refused_with_words_or_are_legal(self) -> None:
        tables = [(seats, seed) for seats in self.rules.seats for seed in SEEDS]
        number = -(-scaled(1000) // len(tables))
        for seats, seed in tables:
            table = sitting(self.rules, seats, seed)
            refusals.law_mutants_are_refused_with_words(table, f"{seats}", number)

    def test_damaged_notation_is_read_or_refused(self, match: Sitting) -> None:
        refusals.law_notation_is_read_or_refused(match, match.setup.seats, scaled(300))

    def test_what_a_viewer_was_told_folds_to_its_view(self, match: Sitting) -> None:
        secrets.law_feeds_fold_to_views(match, SOME)

    def test_views_of_views_are_views(self, match: Sitting) -> None:
        secrets.law_views_are_stable(match, SOME)

    def test_what_was_revealed_is_never_hidden_again(self, match: Sitting) -> None:
        secrets.law_knowledge_only_grows(match, FEW)

    def test_truths_a_seat_cannot_tell_apart_look_alike_to_it(self, match: Sitting) -> None:
        plies = sorted({len(match.events) * step // SOME for step in range(SOME + 1)})
        secrets.law_views_tell_nothing_more(match, plies, scaled(100))

    def test_a_seat_chooses_from_its_view_what_it_could_from_the_truth(
        self, match: Sitting
    ) -> None:
        secrets.law_views_serve_their_seat(match, FEW, scaled(100))

    def test_a_drawn_truth_keeps_the_view_and_plays_on(self, match: Sitting) -> None:
        secrets.law_determinize_keeps_the_view(match, FEW)

    def test_a_record_without_its_hidden_part_is_legal_and_complete(self, match: Sitting) -> None:
        secrets.law_records_survive_erasing(match)

    def test_a_record_without_its_hidden_part_keeps_the_laws_too(self, match: Sitting) -> None:
        record = secrets.thin(match)
        play.law_play_ends(record)
        play.law_replays_are_equal(record)
        play.law_notation_round_trips(record)
        play.law_choices_are_legal(record, FEW)
        play.law_clones_share_nothing(record, FEW)
        refusals.law_mutants_are_refused_with_words(record, "thin", SOME)
        secrets.law_feeds_fold_to_views(record, FEW)
        secrets.law_views_are_stable(record, FEW)
        secrets.law_knowledge_only_grows(record, FEW)
        words.law_everything_is_told(record)

    def test_a_view_never_refuses_what_the_truth_allows(self, match: Sitting) -> None:
        secrets.law_illegal_is_not_hidden(match, scaled(500))

    def test_events_and_boards_are_told_in_both_languages(self, match: Sitting) -> None:
        words.law_everything_is_told(match)

    def test_needs_components_and_rules_met_in_play_have_words(self, match: Sitting) -> None:
        words.law_words_cover_play(match)

    def test_every_pair_of_options_can_be_played(self, seats: int) -> None:
        """Every match keeps the quick laws, and one of each setup the slow ones as well."""
        setups = pairwise_setups(self.rules, self.examples)
        for number, setup in enumerate(one for one in setups if one.seats == seats):
            for seed in range(PER_SETUP):
                match = played(self.rules, setup, f"pairwise/{number}/{seed}")
                play.law_replays_are_equal(match)
                play.law_outcomes_add_up(match, FEW)
                play.law_scores_are_likely(match)
                simulation.law_simulation_agrees(match)
            play.law_play_ends(match)
            play.law_choices_are_legal(match, FEW)
            play.law_forms_describe_events(match, FEW)
            play.law_notation_round_trips(match)
            secrets.law_views_are_stable(match, FEW)
            secrets.law_records_survive_erasing(match)

    def test_play_does_not_depend_on_the_hash_seed(self) -> None:
        def printed(seed: str) -> str:
            module = f"{type(self.rules).__module__}:{type(self.rules).__qualname__}"
            return subprocess.run(  # noqa: S603  (our own program)
                [sys.executable, "-m", "games.testing.fingerprint", module],
                env={**os.environ, "PYTHONHASHSEED": seed},
                check=True,
                capture_output=True,
                text=True,
            ).stdout

        first = printed("1")
        assert len(first.splitlines()) == len(self.rules.seats)
        assert first == printed("2")
