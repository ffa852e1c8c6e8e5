"""What docs/webhooks.md shows a receiver works."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.services.receiver import Receiver
from tests.tournaments.tournaments.play import Friday
from tests.tournaments.webhooks.hooks import deliver, make_hook
from tournaments.webhooks.models import WebhookKind
from tournaments.webhooks.services import posting
from tournaments.webhooks.services.backoff import WAITS

GUIDE = (Path(__file__).parents[3] / "docs" / "webhooks.md").read_text(encoding="utf-8")


def checking() -> Callable[..., bool]:
    """Return the function that the guide shows."""
    [lines] = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(lines, names)  # noqa: S102  (our own guide)
    return names["is_from_kaiten"]


@pytest.mark.django_db
def test_the_lines_of_the_guide_know_what_is_from_here(receiver: Receiver, friday: Friday) -> None:
    is_from_kaiten = checking()
    hook = make_hook(friday.club, receiver)
    friday.record(1, scores=[40, 30, 20, 10])
    deliver(hook)
    got = receiver.next()
    assert is_from_kaiten(hook.secret, got.headers, got.raw)
    assert not is_from_kaiten("another", got.headers, got.raw)
    assert not is_from_kaiten(hook.secret, got.headers, got.raw + b" ")
    sent = int(got.headers["Kaiten-Timestamp"])
    moved = got.headers | {"Kaiten-Timestamp": str(sent + 1)}
    assert not is_from_kaiten(hook.secret, moved, got.raw)
    old = got.headers | {"Kaiten-Timestamp": str(sent - 3600)}
    assert not is_from_kaiten(hook.secret, old, got.raw)


def test_the_guide_names_every_kind_and_every_wait() -> None:
    assert re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE) == WebhookKind.values
    assert f"within {posting.WHOLE_SECONDS:.0f} seconds" in GUIDE
    assert f"({posting.CONNECT_SECONDS:.0f} to connect)" in GUIDE
    assert [wait.total_seconds() for wait in WAITS] == [
        *(5, 15, 60, 300, 900),
        *(hours * 3600 for hours in (1, 2, 4, 8, 12)),
    ]
