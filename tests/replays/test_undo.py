"""Undo is an event: rewinding, redoing, amending with a preview, annotating, overriding."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.canonical import digest
from games.core.errors import RuleViolation
from games.core.events import Choice
from games.sushi_bar.components import FACES
from games.sushi_bar.events import DiceKept, DiceRolled, PortionTaken
from replays.errors import KaitenError
from replays.events import LogAnnotated, LogRewound, MatchFinished
from replays.legality import first_problem
from replays.models import Note
from replays.services import life, undo
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.sittings import Sitting, request_key

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def refused(
    sitting: Sitting, service: Callable[..., Any], **fields: Any
) -> KaitenError | RuleViolation:
    version = sitting.version
    with pytest.raises((KaitenError, RuleViolation)) as refusal:
        sitting.do(service, **fields)
    assert sitting.version == version
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    return refusal.value


def test_a_rewind_makes_the_log_what_it_was() -> None:
    sitting = Sitting()
    sitting.play_on(6)
    then = sitting.log().at(4)
    sitting.do(undo.rewind, to=4)
    log = sitting.log()
    assert (log.version, log.plies, log.state) == (8, then.plies, then.state)


def test_play_goes_on_from_where_it_was_rewound_to() -> None:
    sitting = Sitting()
    sitting.play_on(6)
    sitting.do(undo.rewind, to=4)
    sitting.play_on(3)
    assert [ply.version for ply in sitting.log().plies] == [2, 3, 4, 9, 10, 11]
    assert first_problem(sitting.log()) is None


@pytest.mark.parametrize(
    ("to", "code"),
    [(0, "no_such_version"), (99, "no_such_version"), (4, "nothing_to_rewind")],
)
def test_a_rewind_to_nowhere_is_refused(to: int, code: str) -> None:
    sitting = Sitting()
    sitting.play_on(3)
    assert refused(sitting, undo.rewind, to=to).code == code


def test_the_creation_of_a_match_can_never_be_rewound() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    sitting.do(undo.rewind, to=1)
    assert (sitting.log().plies, sitting.log().setup.game) == ((), "sushi_bar")


def test_a_takeover_is_rewound_with_everything_else() -> None:
    sitting = Sitting()
    sitting.do(life.take_over_seat, seat=0, player=None)
    sitting.do(undo.rewind, to=1)
    assert None not in sitting.log().players
    assert None not in [seat.player_id for seat in sitting.seats]


def test_a_finished_match_can_be_reopened_rewound_and_finished_again() -> None:
    sitting = Sitting().finish()
    end = sitting.version
    sitting.do(life.reopen_match)
    sitting.do(undo.rewind, to=end - 4)
    assert sitting.row.status == "open"
    assert sitting.row.content_hash == ""
    sitting.finish()
    assert sitting.row.status == "finished"
    assert first_problem(sitting.log()) is None


def test_a_redo_into_the_end_ends_the_match_again() -> None:
    sitting = Sitting().finish()
    end, before = sitting.version, sitting.row
    sitting.do(life.reopen_match)
    sitting.do(undo.rewind, to=end)
    after = sitting.row
    assert (after.status, after.ended_at) == ("finished", before.ended_at)
    assert after.content_hash == before.content_hash


def test_a_rewind_to_the_last_move_of_a_finished_match_finishes_it_at_once() -> None:
    sitting = Sitting().finish()
    end = sitting.version
    sitting.do(life.reopen_match)
    sitting.do(undo.rewind, to=end - 1)
    log = sitting.log()
    assert [entry.event.type for entry in log.entries[-2:]] == ["log.rewound", "match.finished"]
    assert log.status == "finished"


def test_a_repeated_rewind_gets_the_first_answer() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    first = sitting.do(undo.rewind, to=2, request=request_key())
    again = sitting.do(undo.rewind, to=2, request=request_key())
    assert (again.last_version, again.repeated) == (first.last_version, True)


def amendable(seed: int = 0) -> tuple[Sitting, int, object, tuple[int, ...]]:
    sitting = Sitting(seed=seed)
    sitting.play_on(14)
    found = sitting.amendment()
    assert found is not None
    return sitting, *found


@pytest.mark.parametrize("seed", range(6))
def test_an_amendment_leaves_a_legal_log(seed: int) -> None:
    sitting, target, replacement, dropped = amendable(seed)
    before = sitting.log()
    sitting.do(undo.amend, target=target, event=replacement, dropped=dropped)
    log = sitting.log()
    assert log.plies[before.ply_of(target)].event == replacement
    assert len(log.plies) == len(before.plies) - len(dropped)
    assert first_problem(log) is None


def test_the_preview_names_what_would_go_and_why() -> None:
    sitting = Sitting(seed=1)
    sitting.play_on(8)
    log = sitting.log()
    rolled, kept = log.plies[1:3]
    assert isinstance(rolled.event, DiceRolled)
    assert isinstance(kept.event, DiceKept)
    face = next(face for face in FACES if face not in kept.event.dice)
    preview = undo.preview_amendment(
        match_id=sitting.id,
        target=rolled.version,
        replacement=DiceRolled((face,) * len(rolled.event.dice)),
    )
    assert preview.legal
    assert (preview.ply, preview.version) == (1, sitting.version)
    assert preview.dropped == log.plies[2:]
    assert known(preview.violation).code == "dice_not_thrown"


def test_a_preview_of_an_illegal_replacement_says_why_and_writes_nothing() -> None:
    sitting = Sitting()
    sitting.play_on(4)
    preview = undo.preview_amendment(
        match_id=sitting.id, target=2, replacement=PortionTaken(0, "sushi")
    )
    assert not preview.legal
    assert known(preview.violation).code == "not_expected"
    assert sitting.version == 5


def test_an_illegal_replacement_is_refused() -> None:
    sitting = Sitting()
    sitting.play_on(4)
    refusal = refused(sitting, undo.amend, target=2, event=PortionTaken(0, "sushi"))
    assert refusal.code == "not_expected"


def test_what_is_dropped_must_be_named_exactly() -> None:
    for seed in range(20):
        sitting, target, replacement, dropped = amendable(seed)
        if dropped:
            break
    for named in ((), dropped[1:], (*dropped, 999), tuple(reversed(dropped))):
        if named == dropped:
            continue
        refusal = refused(sitting, undo.amend, target=target, event=replacement, dropped=named)
        assert refusal.code == "dropped_differs"
        assert refusal.params == {"dropped": list(dropped)}


@pytest.mark.parametrize("target", [0, 1, 4, 99])
def test_only_a_ply_that_counts_now_can_be_amended(target: int) -> None:
    sitting = Sitting()
    sitting.play_on(3)
    sitting.do(undo.rewind, to=3)
    event = sitting.log().plies[0].event
    assert refused(sitting, undo.amend, target=target, event=event).code == "not_a_ply"


def test_an_ended_match_cannot_be_amended() -> None:
    sitting = Sitting().finish()
    event = sitting.log().plies[0].event
    assert refused(sitting, undo.amend, target=2, event=event).code == "match_ended"


def test_an_amendment_that_leaves_the_match_over_seals_it_again() -> None:
    sitting = Sitting().finish()
    event = sitting.log().plies[0].event
    sitting.do(life.reopen_match)
    sitting.do(undo.amend, target=2, event=event)
    assert isinstance(sitting.log().entries[-1].event, MatchFinished)
    assert sitting.row.status == "finished"


def test_a_note_is_kept_beside_the_log_of_an_ended_match_too() -> None:
    sitting = Sitting().finish()
    sitting.do(undo.annotate, target=2, text="A fine opening", expected_version=None)
    event = sitting.log().entries[-1].event
    assert isinstance(event, LogAnnotated)
    assert (event.target, event.note) == (2, digest("A fine opening"))
    assert Note.objects.get(stream_id=sitting.id).text == "A fine opening"
    assert sitting.log().status == "finished"


def test_a_note_needs_a_text_and_a_version() -> None:
    sitting = Sitting()
    assert refused(sitting, undo.annotate, target=1, text="  ").code == "note_empty"
    assert refused(sitting, undo.annotate, target=2, text="Hm").code == "no_such_version"


def test_an_override_lets_happen_what_the_rules_refuse() -> None:
    sitting = Sitting("hidden_game")
    sitting.play_on(1)
    hand = sitting.log().plies[0].event
    assert isinstance(hand, Dealt)
    four = Dealt(1, (*hand.cards, hand.cards[0]))
    with pytest.raises(RuleViolation):
        sitting.play(four)
    sitting.do(undo.override, event=four, note="Dealt one too many, played on")
    log = sitting.log()
    assert log.plies[-1].overridden
    assert log.plies[-1].event == four
    assert first_problem(log) is None


def test_an_override_of_what_the_rules_allow_is_refused() -> None:
    sitting = Sitting()
    refusal = refused(sitting, undo.override, event=sitting.next_event())
    assert refusal.code == "override_not_needed"


@pytest.mark.parametrize("event", [PortionTaken(7, "sushi"), DiceKept(0, ("no_such_die",) * 9)])  # type: ignore[arg-type]
def test_an_override_that_would_break_the_state_is_refused(event: Choice) -> None:
    sitting = Sitting()
    assert refused(sitting, undo.override, event=event).code == "override_impossible"


def test_an_event_that_is_not_of_the_game_cannot_be_overridden_into_it() -> None:
    for sitting in (Sitting("hidden_game"), Sitting("plain"), Sitting()):
        refusal = refused(sitting, undo.override, event=LogRewound(1))
        assert refusal.code == "override_impossible"


def test_an_overridden_ply_can_be_rewound() -> None:
    sitting = Sitting("hidden_game")
    sitting.play_on(1)
    hand = sitting.log().plies[0].event
    assert isinstance(hand, Dealt)
    sitting.do(undo.override, event=Dealt(1, (*hand.cards, hand.cards[0])))
    sitting.do(undo.rewind, to=2)
    assert len(sitting.log().plies) == 1


def test_an_amendment_before_an_override_keeps_it_where_it_can_still_be_applied() -> None:
    sitting = Sitting("hidden_game", seed=3)
    sitting.play_on(1)
    hand = sitting.log().plies[0].event
    assert isinstance(hand, Dealt)
    sitting.do(undo.override, event=Dealt(1, (*hand.cards, hand.cards[0])))
    unseen = Dealt(hand.seat, (None,) * len(hand.cards))
    sitting.do(undo.amend, target=2, event=unseen)
    assert sitting.log().plies[0].event == unseen
    assert sitting.log().plies[1].overridden
    assert first_problem(sitting.log()) is None
