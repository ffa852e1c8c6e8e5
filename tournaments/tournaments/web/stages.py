"""What the stages of a tournament are called, so that a page can tell all of them."""

from collections import Counter

from django.utils.translation import gettext as _

from tournaments.tournaments.director.bracket_tables import round_name
from tournaments.tournaments.director.brackets import bracket_of
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State, Table
from tournaments.tournaments.selectors.words import format_name


def stage_names(state: State) -> dict[int, str]:
    """Return what each stage is called; those that would be called alike get their number."""
    names = {stage.number: _name(stage) for stage in state.stages.values()}
    alike = Counter(names.values())
    return {
        number: f"{name} {number}" if alike[name] > 1 else name for number, name in names.items()
    }


def _name(stage: Stage) -> str:
    """Return the format of a stage, or how far an elimination has to go once it is drawn."""
    if stage.rules.format == "elimination" and stage.status != "planned":
        begins = round_name(stage, 1)
        if begins is not None and begins.code == "final":
            return _("Final")
        if begins is not None and begins.code == "semi_final":
            return _("Semi-finals and final")
    return format_name(stage.rules.format)


def only_table(stage: Stage) -> Table | None:
    """Return the table of a stage that is one table and no more, once it is announced."""
    if stage.rules.format not in CHAINED or stage.status == "planned":
        return None
    announced = [table for round_ in stage.rounds.values() for table in round_.tables.values()]
    return announced[0] if len(announced) == 1 == len(list(bracket_of(stage).tables)) else None
