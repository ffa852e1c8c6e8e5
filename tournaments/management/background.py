"""`--background`: matches between bots that the workers play and the database keeps."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from replays.errors import KaitenError
from tournaments.models import Club
from tournaments.selectors.clubs import club_list, club_of
from tournaments.services.batch_requests import start_batch
from tournaments.services.batches import MOST_SEED, broker_is_inside, forget_sendings
from tournaments.services.demo import CLUB_ID

ACTOR = "cli"


def start_in_background(
    *,
    game: str,
    bots: Sequence[str],
    matches: int,
    seed: str,
    options: Mapping[str, object],
    rotate: bool,
    club_id: UUID,
) -> str:
    """Begin a batch and return the address of its page on this machine."""
    batch = start_batch(
        club=_club(club_id),
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


def _club(club_id: UUID) -> Club:
    """Return the club that was named; where none was, the demo's or else the first."""
    if club_id != CLUB_ID:
        return club_of(club_id)
    club = Club.objects.filter(pk=club_id).first() or club_list().first()
    if club is None:
        raise KaitenError("no_club")
    return club


def _seed(text: str) -> int:
    # What is played on the spot takes any text; a batch keeps a number.
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEED))):
        raise KaitenError("bad_seed", limit=MOST_SEED)
    return int(text)
