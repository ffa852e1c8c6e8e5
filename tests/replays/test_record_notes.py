"""Notes of people in `.kgn` files: they go out, come in, and stay out where they must."""

from uuid import UUID, uuid4

import pytest

from games.core.errors import RuleViolation
from games.core.notation import read_record
from games.registry import rules_of
from games.testing.scale import scaled
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import AUDIENCES, LogAnnotated
from replays.models import Note, Stream
from replays.notes import LONGEST_NOTE, note_digest
from replays.records.kgn import read_kgn
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.logs import load_log, notes_of
from replays.services import life, undo
from replays.services.imports import import_record
from replays.services.notes import erase_note
from replays.services.verify import verify_stream
from tests.games.hidden_game.events import Dealt
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.tables import CLUB, NOW

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.database,
    pytest.mark.usefixtures("names"),
]

TEXTS = [
    "A note",
    "a | b: {c} \\ d",
    'two\nlines\r"quoted"',
    "% x",
    "é ☃ \u2028 \U0001f363",
    "{",
    "}",
]


def note(sitting: Sitting, target: int, text: str) -> int:
    """Write a note on a version; return the version of the note."""
    return sitting.do(undo.annotate, target=target, text=text).last_version


def exported(match_id: UUID) -> str:
    return export_kgn(match_id, read=AUDIENCES)


def imported(text: str) -> UUID:
    return import_record(
        text=text, club_id=CLUB, envelope=Envelope("cli", NOW), source="test"
    ).match_id


def moved(sitting: Sitting) -> tuple[str, UUID]:
    """Return the file of a match under another id, as if it came from another server."""
    new_id = uuid4()
    return exported(sitting.id).replace(str(sitting.id), str(new_id)), new_id


def comments(text: str) -> dict[int, list[str]]:
    return read_record(text, rules_of).comments


def test_a_note_on_a_move_stands_after_it_and_one_on_the_match_before_the_first() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    second = sitting.log().plies[1].version
    for target, text in [(second, "late"), (1, "hello"), (second, "later"), (1, "again")]:
        note(sitting, target, text)
    assert comments(exported(sitting.id)) == {0: ["hello", "again"], 2: ["late", "later"]}


def test_a_note_on_the_end_of_a_match_stands_under_it() -> None:
    sitting = Sitting("plain")
    end = sitting.do(life.report_result, scores=[1, 2]).last_version
    note(sitting, end, 'They said "2"')
    first, second = exported(sitting.id).splitlines()[-2:]
    assert first.startswith('% {"payload":')
    assert second == r'% "They said \"2\""'


def test_a_note_on_what_no_longer_counts_stays_out() -> None:
    sitting = Sitting()
    sitting.play_on(4)
    kept, undone = (sitting.log().plies[at].version for at in (1, 3))
    note(sitting, undone, "gone")
    of_a_note = note(sitting, kept, "here")
    note(sitting, of_a_note, "on a note")
    sitting.do(undo.rewind, to=kept)
    assert comments(exported(sitting.id)) == {2: ["here"]}


def test_a_note_on_a_replaced_move_stays_out_and_one_on_its_replacement_does_not() -> None:
    sitting = Sitting("hidden_game", seed=2)
    sitting.play_on(5)
    target, event, dropped = known(sitting.amendment())
    note(sitting, target, "old")
    new = sitting.do(undo.amend, target=target, event=event, dropped=dropped).first_version
    note(sitting, new, "new")
    assert list(comments(exported(sitting.id)).values()) == [["new"]]


def test_an_erased_note_is_simply_missing() -> None:
    sitting = Sitting()
    sitting.play_on(2)
    erased = note(sitting, 2, "Ana cheats")
    note(sitting, 2, "a good throw")
    erase_note(match_id=sitting.id, version=erased, now=NOW)
    assert comments(exported(sitting.id)) == {1: ["a good throw"]}


def test_a_text_that_is_not_the_one_the_log_knows_stays_out() -> None:
    sitting = Sitting()
    sitting.play_on(2)
    forged = note(sitting, 2, "a good throw")
    Note.objects.filter(stream_id=sitting.id, version=forged).update(text="a bad throw")
    assert comments(exported(sitting.id)) == {}


def test_notes_are_only_in_a_file_that_asks_for_them_and_reasons_in_none() -> None:
    sitting = Sitting()
    sitting.play_on(2)
    note(sitting, 1, "Ana cheats")
    note(sitting, 2, "Ana again")
    end = sitting.do(life.abandon_match, note="Ana left").last_version
    note(sitting, end, "Ana came back")
    for text in (export_jsonl(sitting.id), export_kgn(sitting.id)):
        assert "Ana" not in text
    assert exported(sitting.id).count("Ana") == 3
    assert "Ana left" not in exported(sitting.id)


@pytest.mark.parametrize("seed", range(scaled(40)))
@pytest.mark.parametrize("game", ["hidden_game", "sushi_bar", "plain"])
def test_a_file_with_notes_comes_out_with_the_bytes_it_came_in_with(seed: int, game: str) -> None:
    sitting = Sitting(game, seed=seed)
    for _ in range(4):
        sitting.live(4)
        for text in TEXTS[seed % 3 :: 2]:
            note(sitting, 1 + sitting.luck.below(sitting.version), text)
    text, new_id = moved(sitting)
    assert imported(text) == new_id
    assert exported(new_id) == text
    assert verify_stream(new_id).ok
    assert load_log(new_id).content_hash == load_log(sitting.id).content_hash


def test_every_comment_becomes_an_event_with_the_digest_and_a_text_beside_the_log() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    for text in TEXTS:
        note(sitting, 3, text)
    text, new_id = moved(sitting)
    imported(text)
    log = load_log(new_id)
    annotated = [
        (entry.version, entry.event)
        for entry in log.entries
        if isinstance(entry.event, LogAnnotated)
    ]
    assert [event.target for _, event in annotated] == [3] * len(TEXTS)
    assert [event.note for _, event in annotated] == list(map(note_digest, TEXTS))
    kept = notes_of(new_id)
    assert [(row.version, row.digest, row.text, row.erased_at) for row in kept] == [
        (version, event.note, text, None)
        for (version, event), text in zip(annotated, TEXTS, strict=True)
    ]


def test_notes_survive_an_override_after_which_there_is_no_notation() -> None:
    sitting = Sitting("hidden_game", seed=1)
    sitting.play_on(1)
    hand = sitting.log().plies[0].event
    assert isinstance(hand, Dealt)
    sitting.do(undo.override, event=Dealt(1, (*hand.cards, hand.cards[0])), note="Agreed")
    sitting.play_on(3)
    for ply in sitting.log().plies:
        note(sitting, ply.version, f"on {ply.version}")
    text, new_id = moved(sitting)
    assert read_kgn(text).notes == {at: (f"on {at + 1}",) for at in range(1, 6)}
    imported(text)
    assert exported(new_id) == text


def test_the_same_file_twice_is_a_no_op_whatever_became_of_its_notes() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    written = note(sitting, 2, "Ana cheats")
    text = exported(sitting.id)
    note(sitting, 3, "more")
    erase_note(match_id=sitting.id, version=written, now=NOW)
    version = sitting.version
    for same in (text, export_kgn(sitting.id), exported(sitting.id)):
        result = import_record(
            text=same, club_id=CLUB, envelope=Envelope("cli", NOW), source="test"
        )
        assert (result.match_id, result.created) == (sitting.id, False)
    assert sitting.version == version
    assert [row.text for row in notes_of(sitting.id)] == ["", "more"]


def test_comments_written_by_hand_are_kept_as_they_are() -> None:
    sitting = Sitting()
    sitting.play_on(3)
    text, new_id = moved(sitting)
    head, body = text.split("\n\n")
    lines = body.splitlines()
    lines[0] += " { spaced } {} {\t}"
    by_hand = "\n".join([head, "", "{before}", *lines]) + "\n"
    imported(by_hand)
    assert exported(new_id) == by_hand
    assert [row.text for row in notes_of(new_id)] == ["before", " spaced ", "", "\t"]


def refused(text: str) -> str:
    streams = Stream.objects.count()
    with pytest.raises((KaitenError, RuleViolation)) as refusal:
        imported(text)
    assert Stream.objects.count() == streams
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    return refusal.value.code


def test_a_comment_longer_than_a_note_may_be_is_refused() -> None:
    sitting = Sitting()
    text, new_id = moved(sitting)
    assert refused(f"{text}\n{{{'x' * (LONGEST_NOTE + 1)}}}\n") == "note_too_long"
    imported(f"{text}\n{{{'x' * LONGEST_NOTE}}}\n")
    assert [len(row.text) for row in notes_of(new_id)] == [LONGEST_NOTE]


@pytest.mark.parametrize("remark", ['"', '"a" b', '"a', r'"\ud800"', '"on nothing"'])
def test_a_note_that_cannot_be_read_or_is_on_nothing_is_refused(remark: str) -> None:
    text, _ = moved(Sitting("plain"))
    assert refused(f"{text}\n% {remark}\n") == "record_remark"


def test_a_note_with_a_sign_that_no_text_may_hold_is_refused() -> None:
    sitting = Sitting("plain")
    sitting.do(life.abandon_match)
    text, _ = moved(sitting)
    assert refused(text + '% "a\\u0000b"\n') == "nul_character"
