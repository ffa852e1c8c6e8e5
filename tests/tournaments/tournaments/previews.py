"""A command of a stored tournament is looked at first, then given: both come to the same."""

from typing import Any

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.models import Match, Outbox, StoredEvent
from tests.factories import NOW
from tests.tournaments.tournaments.play import Friday, dump
from tournaments.tournaments.director.changes import changes_between
from tournaments.tournaments.director.commands.catalogue import Correct, read_command
from tournaments.tournaments.director.rankings import overall
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.changes import changes_view
from tournaments.tournaments.selectors.consequences import ConsequencesAnswer, consequences_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of_everybody

REFUSALS = (KaitenError, RuleViolation)


def everything_stored(friday: Friday) -> tuple[Any, ...]:
    counts = [model.objects.count() for model in (StoredEvent, Match, Outbox)]
    return dump(friday.id), *counts


def foreseen(friday: Friday, name: str, data: dict[str, Any]) -> ConsequencesAnswer | str:
    """Return the preview of a command, or the code with which it is refused; it writes nothing."""
    stored = everything_stored(friday)
    command = read_command(name, data)
    try:
        with reading(friday.id) as state:
            return consequences_view(friday.id, state, command, now=NOW)
    except REFUSALS as refusal:
        return refusal.code
    finally:
        assert everything_stored(friday) == stored


def require_as_foreseen(friday: Friday, name: str, data: dict[str, Any]) -> None:
    """Give a command, and see that its preview promised just that; raises what it breaks."""
    with reading(friday.id) as state:
        before = state.clone()
    found = foreseen(friday, name, data)
    try:
        wrote = friday.do(name, **data)
    except REFUSALS as refusal:
        code = refusal.code
        assert code == _refused_with(found, name, data)
        raise
    assert not isinstance(found, str), f"{name} was done, and its preview said {found}"
    rows = StoredEvent.objects.filter(stream_id=friday.id, version__gt=before.version)
    assert found.events == tuple(rows.order_by("version").values_list("type", flat=True))
    assert found.nothing == wrote.repeated
    with reading(friday.id) as state:
        require_promised(friday, found, before, state)


def require_promised(
    friday: Friday, found: ConsequencesAnswer, before: State, after: State
) -> None:
    labels = labels_of_everybody(after)
    changes = changes_between(before, after)
    assert found.changes == changes_view(friday.id, before, after, changes, labels)
    places = {placing.entrant: placing.place for placing in overall(after)}
    for row in found.places:
        assert places.get(row.entrant) == row.after


def _refused_with(found: ConsequencesAnswer | str, name: str, data: dict[str, Any]) -> str | None:
    """Return the code that a preview gives; a correction is shown with an answer that can be."""
    if isinstance(found, str):
        return found
    assert name == Correct.name, f"{name} was refused, and its preview showed what it would change"
    problems = {option.then: option.problem for option in found.options}
    return problems[data.get("then", "keep")]
