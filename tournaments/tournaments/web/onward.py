"""Where a command leads: what always follows is done at once where the form asks for it."""

from django.urls import reverse
from msgspec.structs import replace

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.steps import next_step
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import direct
from tournaments.tournaments.web.sections import Place

ONWARD = frozenset(
    {"publish", "start_stage", "unstart_stage", "close_stage", "finish", "move_table"}
)
"""After these the page they were sent from has done its work."""
FOLLOWING = frozenset({"propose", "finish"})
"""What a form may ask for as the next thing to be done."""


def address_after(tournament: Tournament, name: str, place: Place) -> str:
    """Return where to go after a command that was sent from a place."""
    if name == "start_table" and place.section == "table":
        with reading(tournament.id) as state:
            table = state.table(*place.numbers)
            if table is not None:
                return reverse("replays:record", args=[table.match])
    if name not in ONWARD:
        return place.address(tournament.id)
    address = Place("overview").address(tournament.id)
    with reading(tournament.id) as state:
        step = next_step(state)
        if step is None:
            return address
        if name == "close_stage" and step.step == "look_at_cut":
            return Place("cut", (step.stage,)).address(tournament.id)
        if name == "publish" and step.step == "enter_results":
            # Where the round has a clock, that is started first: it stands above the tables.
            return address if state.stage(step.stage).rules.minutes else f"{address}#round"
        return address


def done_next(tournament: Tournament, wanted: str, envelope: Envelope) -> bool:
    """Do the next step too, if it is the one that was wanted; say whether it was done.

    What refuses it is told where it is sent by itself.
    """
    with reading(tournament.id) as state:
        step = next_step(state)
    if wanted not in FOLLOWING or step is None or step.command != wanted:
        return False
    if envelope.request is not None:
        request = replace(envelope.request, key=f"{envelope.request.key}:{wanted}")
        envelope = replace(envelope, request=request)
    command = read_command(wanted, {"stage": step.stage} if wanted == "propose" else {})
    try:
        direct(tournament_id=tournament.id, command=command, envelope=envelope)
    except (KaitenError, RuleViolation):
        return False
    return True
