"""`--background`: matches between bots that the workers play and the database keeps."""

from django.conf import settings
from django.urls import reverse

from replays.errors import KaitenError
from replays.management.base import shell_envelope
from tournaments.batches.services.batches import MOST_SEED, NewBatch, create_batch
from tournaments.people.models import Club


def start_in_background(*, club: Club, wanted: NewBatch) -> str:
    """Begin a batch and return the address of its page on this machine."""
    batch = create_batch(club=club, wanted=wanted, envelope=shell_envelope())
    page = reverse("tournaments:batch", args=[batch.id])
    return f"http://localhost:{settings.PORT}{page}"


def read_seed(text: str) -> int:
    """Return a seed for a batch, which keeps a number; elsewhere any text is one."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED))):
        raise KaitenError("bad_seed", limit=MOST_SEED)
    return int(text)
