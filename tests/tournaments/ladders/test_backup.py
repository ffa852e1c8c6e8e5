"""Ladders in a backup: streams go in, and out come the same digits."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Import, Match
from replays.selectors.exports import export_jsonl
from replays.services.imports import import_record
from replays.services.verify import verify_stream
from tests.factories import NOW
from tests.replays.forging import parsed, resealed
from tests.tournaments.ladders.nights import (
    at,
    begun,
    counted,
    numbers,
    played,
    rebuilt,
    work,
)
from tests.tournaments.tournaments.play import Friday, swiss
from tournaments.backups.archive import pack, unpack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import Restored, restore_club
from tournaments.ladders.commands import Freeze, StartList
from tournaments.ladders.models import Ladder, LadderNote
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.ladders.services.ladders import lead
from tournaments.people.models import Club, Player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Kept:
    """A club whose ladders have seen everything, as it was when it was saved."""

    def __init__(self) -> None:
        friday = Friday(8, swiss())
        friday.announce()
        self.club = friday.club
        people = list(Player.objects.order_by("first_name"))
        friday.record(1, scores=[7, 9, 7, 1])
        friday.record(2, scores=[1, 2, 3, 4], kind="early")
        self.listed = begun(self.club, "Listed", system="openskill")
        lead(
            ladder_id=self.listed,
            command=StartList(
                text=f"player,rating,matches\n{people[0].id},31.5,7\n{people[7].id},12,2\n"
            ),
            envelope=Envelope("cli", NOW),
        )
        self.frozen = begun(self.club, "Autumn", imports=True)
        first = played(self.club, people[:3], [9, 5, 1], minutes=10)
        played(self.club, people[1:4], [9, 5, 1], minutes=20)
        self.own = first
        self.foreign = self._brought_in(first)
        work()
        lead(ladder_id=self.frozen, command=Freeze(), envelope=Envelope("cli", at(60)))
        self.with_imports = begun(self.club, "Imports", imports=True)
        self.late = played(self.club, people[:2], [1, 9], minutes=15, entered=90)
        played(self.club, people[4:6], [1, 9], minutes=95)
        work()
        self.numbers = numbers()
        self.parts = backup_parts(self.club)
        self.file = pack(str(self.club.id), self.parts)

    def _brought_in(self, match_id: UUID) -> UUID:
        header, rows = parsed(export_jsonl(match_id))
        text = resealed(header | {"stream": str(uuid4())}, rows)
        done = import_record(
            text=text, club_id=None, envelope=Envelope("cli", at(30)), source="their file"
        )
        return done.match_id


@pytest.fixture
def kept(db: None) -> Kept:
    """A club that is not in the database any more."""
    saved = transaction.savepoint()
    kept = Kept()
    transaction.savepoint_rollback(saved)
    assert not Club.objects.exists()
    return kept


def restore(data: bytes) -> Restored:
    return restore_club(data=data, envelope=Envelope("cli", at(999)), source="backup.zip")


def test_the_ratings_of_a_restored_club_are_the_same_to_the_last_digit(kept: Kept) -> None:
    assert len(kept.numbers["matches"]) > 10
    assert restore(kept.file).written
    assert numbers() == kept.numbers
    assert not LadderNote.objects.exists()
    work()
    assert numbers() == kept.numbers == rebuilt()
    # Everything was there already: the workers had nothing to tell.
    assert not LadderNote.objects.exists()
    for ladder in Ladder.objects.all():
        assert verify_stream(ladder.pk).ok
    assert not restore(kept.file).written


def test_a_restored_frozen_ladder_stays_frozen_and_still_leaves_out_what_came_too_late(
    kept: Kept,
) -> None:
    restore(kept.file)
    ladder = ladder_of(kept.frozen)
    assert (ladder.status, ladder.frozen_at) == ("frozen", at(60))
    assert kept.late not in counted(kept.frozen)
    assert verdict_on(ladder, kept.late).reason == "ladder_frozen"
    assert kept.foreign in counted(kept.frozen)
    assert kept.late in counted(kept.with_imports)


def test_what_was_imported_before_the_backup_is_imported_after_it_and_nothing_else(
    kept: Kept,
) -> None:
    restore(kept.file)
    row = Import.objects.get(restored=False)
    assert (row.stream_id, row.actor, row.source) == (kept.foreign, "cli", "their file")
    assert row.imported_at == at(30)
    others = Import.objects.filter(restored=True)
    assert set(others.values_list("source", flat=True)) == {"backup.zip"}
    assert others.count() == len([name for name in kept.parts if name.startswith("streams/")]) - 1
    assert kept.own in counted(kept.listed)
    assert kept.foreign not in counted(kept.listed)
    assert verdict_on(ladder_of(kept.listed), kept.foreign).reason == "imported"
    assert kept.foreign in counted(kept.with_imports)


def test_a_backup_from_before_ladders_comes_in_and_its_ladders_begin_with_its_matches(
    kept: Kept,
) -> None:
    old = {
        name: text
        for name, text in kept.parts.items()
        if name != "imports.jsonl" and '"kind":"ladder"' not in text.partition("\n")[0]
    }
    assert len(old) == len(kept.parts) - 1 - len({key[0] for key in kept.numbers["matches"]})
    data = pack(str(kept.club.id), old)
    assert restore(data).written
    assert not Ladder.objects.exists()
    assert not restore(data).written
    work()
    assert set(Ladder.objects.values_list("usual", flat=True)) == {"overall", "game"}
    rated = set(Match.objects.values_list("pk", flat=True))
    overall = Ladder.objects.get(usual="overall").pk
    assert rated - set(counted(overall)) != set()
    assert kept.foreign in counted(overall)
    assert numbers() == rebuilt()


def test_a_club_into_which_nothing_came_has_no_part_for_it(
    club: Club, people: list[Player]
) -> None:
    played(club, people[:2], [9, 3])
    work()
    parts = backup_parts(club)
    assert "imports.jsonl" not in parts
    assert len([name for name in parts if name.startswith("streams/")]) == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + text,
        lambda text: text.replace('"stream":"', '"stream":"00000000-0000-0000-0000-'),
        lambda text: text.replace('"actor"', '"actress"'),
        lambda text: text.replace('"imported_at":"2', '"imported_at":"x2'),
    ],
)
def test_a_part_of_imports_that_makes_no_sense_is_refused(
    kept: Kept, change: Callable[..., Any]
) -> None:
    _manifest, parts = unpack(kept.file)
    parts["imports.jsonl"] = change(parts["imports.jsonl"])
    with pytest.raises(KaitenError, match="backup_inconsistent"):
        restore(pack(str(kept.club.id), parts))
    assert not Club.objects.exists()


def test_provenance_of_a_log_that_is_not_there_is_refused(kept: Kept) -> None:
    _manifest, parts = unpack(kept.file)
    parts["imports.jsonl"] = parts["imports.jsonl"].replace(str(kept.foreign), str(uuid4()))
    with pytest.raises(KaitenError, match="backup_inconsistent"):
        restore(pack(str(kept.club.id), parts))
