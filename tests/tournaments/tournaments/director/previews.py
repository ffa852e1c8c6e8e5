"""A command is looked at first, then given: both have to come to the same."""

from copy import deepcopy
from typing import Any

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.director.play import HALL, Play
from tests.tournaments.tournaments.director.random_commands import Given
from tournaments.tournaments.director.changes import changes_between
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import Correct, read_command
from tournaments.tournaments.director.consequences import Consequences, consequences_of
from tournaments.tournaments.director.rewinding import head_of


def foreseen(play: Play, name: str, **data: Any) -> Consequences | str:
    """Return what a command would change, or the code with which it is refused."""
    head = head_of(play.log, len(play.log))
    context = Context(HALL, former_append=max(one for one in play.appends if one < head))
    try:
        return consequences_of(play.state, read_command(name, data), context, at=play.moment)
    except RuleViolation as refusal:
        return refusal.code


def require_as_foreseen(play: Play, given: Given) -> int:
    """Look at a command and give it; return how many events that wrote."""
    name, data = given
    before, log = deepcopy(play.state), list(play.log)
    found = foreseen(play, name, **data)
    assert play.state == before, f"the preview of {name} has changed the tournament"
    assert play.log == log
    refusal = play.tried(name, **data)
    if isinstance(found, str):
        assert refusal == found
        return 0
    if refusal:
        # A correction is shown with an answer that can be given, and says why this one cannot.
        assert name == Correct.name
        problems = {one.then: one.problem.code for one in found.options if one.problem is not None}
        assert problems[data.get("then", "keep")] == refusal
        return 0
    assert found.after == play.state
    written = [event for event, _ in play.log[len(log) :]]
    assert list(found.events) == written
    assert found.nothing == (not written)
    assert found.changes == changes_between(before, play.state)
    return len(written)
