"""Past results from a spreadsheet: a file of 1000 matches looked at, and 200 of them written."""

from datetime import date, timedelta
from random import Random
from uuid import uuid4

from benchmarks.store import NOW
from benchmarks.timing import Batch, Row, best_of
from replays.envelope import Envelope
from tournaments.past_results.csv import MOST_MATCHES
from tournaments.past_results.rows import Missing, Wanted
from tournaments.past_results.services.imports import AT_ONCE, import_results, preview_results
from tournaments.people.models import Club
from tournaments.people.services.clubs import create_club

PREVIEW_TARGET = 1.0
MATCH_TARGET = 0.015
SEATS = 4
SYLLABLES = ("bar", "del", "fin", "gam", "hok", "jul", "mer", "nov", "pal", "rux", "sot", "tuv")
PEOPLE = [f"{one}{two} {two}{one}".title() for one in SYLLABLES for two in SYLLABLES if one < two]


def _file() -> bytes:
    luck = Random(1)
    header = ",".join(f"player {seat},score {seat}" for seat in range(1, SEATS + 1))
    lines = [f"date,game,{header}"]
    for number in range(MOST_MATCHES):
        day = date(2020, 1, 1) + timedelta(days=number // 5)
        seats = [f"{name},{luck.randint(10, 60)}" for name in luck.sample(PEOPLE, SEATS)]
        lines.append(f"{day},Sushi Bar,{','.join(seats)}")
    return "\n".join(lines).encode()


def past_result_rows(*, rounds: int) -> list[Row]:
    """Return what a preview and the writing of a match cost."""
    wanted = Wanted(_file(), missing=Missing.PLAYER)
    envelope = Envelope("cli", NOW)

    def look() -> Batch:
        club = _club()

        def batch() -> int:
            found = preview_results(club=club, wanted=wanted, envelope=envelope)
            assert found.left == MOST_MATCHES
            return 1

        return batch

    def write() -> Batch:
        club = _club()

        def batch() -> int:
            done = import_results(club=club, wanted=wanted, envelope=envelope)
            assert len(done.imported) == AT_ONCE
            return AT_ONCE

        return batch

    preview, match = best_of([look, write], rounds=rounds)
    return [
        Row(
            f"preview of {MOST_MATCHES} past results",
            "file",
            preview,
            "",
            None,
            f"< {PREVIEW_TARGET:.0f} s",
            preview < PREVIEW_TARGET,
        ),
        Row(
            f"past result imported, {AT_ONCE} at once",
            "match",
            match,
            "",
            None,
            f"< {MATCH_TARGET * 1000:.0f} ms",
            match < MATCH_TARGET,
        ),
    ]


def _club() -> Club:
    name = uuid4().hex
    return create_club(
        club_id=uuid4(), time_zone="UTC", name=name, slug=f"bench-{name[:12]}", now=NOW
    )
