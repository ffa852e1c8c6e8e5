"""Luck for matches without a physical table: dice and cards nobody can foresee."""

import secrets
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from games.core.rng import Rng
from replays.envelope import Envelope
from replays.errors import KaitenError, add_messages
from replays.events import is_dealt_here
from replays.services.append import Appended, answered_once
from replays.services.matches import load_at, play_drawn

add_messages(
    {
        "physical_table": _("This match is played at a table: record what the dice and cards did."),
        "no_chance_now": _("There is nothing to roll or draw now."),
    }
)


class UnpredictableRng:
    """Numbers from the operating system's own source."""

    def below(self, bound: int) -> int:
        """Return an integer from 0 up to, not including, `bound`, each equally likely."""
        return secrets.randbelow(bound)


@answered_once
def draw_chance(
    *, match_id: UUID, expected_version: int, envelope: Envelope, rng: Rng | None = None
) -> Appended:
    """Let chance do what a match waits for; raise `physical_table` or `no_chance_now`."""
    log = load_at(match_id, expected_version)
    if not is_dealt_here(log.source):
        raise KaitenError("physical_table", 422)
    needs = () if log.ended else log.rules.needs(log.state)
    need = next((need for need in needs if need.seat is None), None)
    if need is None:
        raise KaitenError("no_chance_now", 422)
    event = log.rules.sample(log.state, need, rng or UnpredictableRng())
    return play_drawn(
        match_id=match_id, expected_version=expected_version, events=[event], envelope=envelope
    )
