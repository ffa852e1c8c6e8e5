"""`--background`: matches between bots that the workers play and the database keeps."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.urls import reverse

from replays.errors import KaitenError
from tournaments.batches.services.batches import MOST_SEED, broker_is_inside, forget_sendings
from tournaments.batches.services.requests import start_batch
from tournaments.people.models import Club

ACTOR = "cli"


def start_in_background(
    *,
    game: str,
    bots: Sequence[str],
    matches: int,
    seed: str,
    options: Mapping[str, object],
    rotate: bool,
    club: Club,
) -> str:
    """Begin a batch and return the address of its page on this machine."""
    batch = start_batch(
        club=club,
        game=game,
        bots=bots,
        matches=matches,
        seed=_seed(seed),
        options=options,
        rotate=rotate,
        actor=ACTOR,
        now=datetime.now(UTC),
    )
    if broker_is_inside():
        # What was sent here ends with this process: the sweep of the server finds the batch.
        forget_sendings(batch_id=batch.id)
    page = reverse("tournaments:batch", args=[batch.id])
    return f"http://localhost:{settings.PORT}{page}"


def _seed(text: str) -> int:
    # What is played on the spot takes any text; a batch keeps a number.
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED))):
        raise KaitenError("bad_seed", limit=MOST_SEED)
    return int(text)
