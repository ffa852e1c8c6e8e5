"""What tests of the ladder pages share: a ladder of a club's own, and reading what a page says."""

import re
from html import unescape
from typing import Any
from uuid import UUID, uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from replays.envelope import Envelope
from tests.answers import Answer
from tests.tournaments.ladders.nights import work
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.selectors.states import ladder_state
from tournaments.ladders.services.ladders import create_ladder
from tournaments.people.models import Club


def made(club: Club, **rules: Any) -> UUID:
    ladder = create_ladder(
        club=club,
        wanted=NewLadder(title="Own", rules=rules),
        envelope=Envelope("cli", timezone.now()),
    )
    work()
    return ladder.stream_id


def text_of(response: Answer) -> str:
    """Return what stands on a page, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.text)).split())


def names_in(response: Answer) -> list[str]:
    """Return the players of the table in its order."""
    return re.findall(r'class="person"[^>]*>([^<]+)<', response.text)


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def sent(ladder: UUID, **fields: Any) -> dict[str, Any]:
    return {"key": str(uuid4()), "expected_version": str(ladder_state(ladder).version)} | fields


def form_of(client: Client, address: str) -> dict[str, Any]:
    """Return what the form of a page would send if nobody changed it."""
    form = client.get(address).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, False)}
