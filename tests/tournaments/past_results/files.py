"""Files of past results for tests, and what importing them says."""

from datetime import UTC, datetime
from typing import Any

import pytest

from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.past_results.rows import Preview, Wanted
from tournaments.past_results.services.imports import import_results, preview_results
from tournaments.people.models import Club

NOW = datetime(2026, 11, 17, 9, 0, tzinfo=UTC)
ENVELOPE = Envelope("cli", NOW)

EVENING = """\
date,game,player 1,score 1,player 2,score 2,player 3,score 3
2026-01-30,Sushi Bar,Ana A,31,Bo B,27,Chloé C,30
2026-01-30,sushi_go_party,Bo B,48,Chloé C,55,Ana A,40
2026-01-31,Catan,Chloé C,10,Dan D,8,,
"""


def looked_at(club: Club, text: str, **wanted: Any) -> Preview:
    return preview_results(club=club, wanted=Wanted(text.encode(), **wanted), envelope=ENVELOPE)


def imported(club: Club, text: str, at_once: int | None = None, **wanted: Any) -> Preview:
    return import_results(
        club=club, wanted=Wanted(text.encode(), **wanted), envelope=ENVELOPE, at_once=at_once
    )


def refusal_of(club: Club, text: str, **wanted: Any) -> KaitenError:
    with pytest.raises(KaitenError) as refusal:
        imported(club, text, **wanted)
    return refusal.value


def verdicts(preview: Preview) -> list[tuple[int, str, str]]:
    return [(row.line, row.status.value, row.code) for row in preview.rows]
