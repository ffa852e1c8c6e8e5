"""A tournament at a glance: stages, rounds, who is missing, the proposal, standings, next step."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.models import Tournament, TournamentStatus
from tournaments.tournaments.selectors.advice import advice_on
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.proposals import proposal_view
from tournaments.tournaments.selectors.rounds import RoundAnswer, TableAnswer, round_view
from tournaments.tournaments.selectors.standings import standings_view, usual_stage
from tournaments.tournaments.selectors.words import format_name, names
from tournaments.tournaments.shell import text
from tournaments.tournaments.shell.advice import advice
from tournaments.tournaments.shell.proposals import proposal
from tournaments.tournaments.shell.standings import standings
from tournaments.tournaments.shell.tables import table


def overview(row: Tournament, state: State, labels: Labels) -> str:
    """Return where a tournament stands, from its stages to what to do next."""
    stage = state.current
    parts = [_heading(row, state), _stages(state)]
    if stage is not None and stage.last_round is not None:
        newest = round_view(state, stage.number, stage.last_round.number, labels)
        parts += [text.pairings([newest], labels)]
        parts += [*_waiting(newest)]
    parts += [*_missing(state, stage, labels)]
    if stage is not None and stage.draft is not None:
        proposed = proposal_view(row.id, state, stage.number, labels, organiser=True)
        parts += [proposal(proposed)]
    if stage is not None and stage.rounds:
        parts += [standings(standings_view(row.id, state, usual_stage(state), labels))]
    return "\n".join([*parts, advice(advice_on(row.id, state, labels), state)])


def _heading(row: Tournament, state: State) -> str:
    status = TournamentStatus(row.status).label
    day = f" · {row.day}" if row.day else ""
    return f"{state.title}{day} · {status} · {_('version')} {state.version} · {row.id}"


def _stages(state: State) -> str:
    """Return the stages and how far they are."""
    cells = [
        (
            stage.number,
            format_name(stage.rules.format),
            _(stage.status),
            len(stage.seeds),
            f"{max(stage.rounds, default=0)}{_of_rounds(stage)}",
            sum(one.is_open for round_ in stage.rounds.values() for one in round_.tables.values()),
            stage.draft.round if stage.draft is not None else "",
        )
        for stage in state.stages.values()
    ]
    columns = (
        _("Stage"),
        _("Format"),
        _("Status"),
        _("Entrants"),
        _("Round"),
        _("Open tables"),
        _("Proposal"),
    )
    return table(columns, cells)


def _of_rounds(stage: Stage) -> str:
    return f"/{stage.rules.rounds}" if stage.rules.format == "swiss" else ""


def _waiting(newest: RoundAnswer) -> Iterator[str]:
    """Yield which tables of a round have no result yet, and which wait for an organiser."""
    for words, tables in (
        (_("No result yet, tables: %(tables)s"), [one for one in newest.tables if not one.kind]),
        (_("Reports differ, tables: %(tables)s"), [t for t in newest.tables if _disputed(t)]),
        (_("Waiting for an arbiter, tables: %(tables)s"), [t for t in newest.tables if t.called]),
    ):
        if tables:
            yield words % {"tables": ", ".join(str(one.number) for one in tables)}


def _disputed(one: TableAnswer) -> bool:
    return one.status.value == "disputed"


def _missing(state: State, stage: Stage | None, labels: Labels) -> Iterator[str]:
    """Yield who was entered and is not there, and who has dropped out."""
    entrants = state.entrants.values()
    away = [one.number for one in entrants if not one.present and not one.dropped]
    if stage is not None and stage.number > 1:
        away = [number for number in away if number in stage.seeds]
    gone = [one.number for one in entrants if one.dropped]
    if away:
        yield _("Not there: %(names)s") % {"names": names(away, labels)}
    if gone:
        yield _("Dropped out: %(names)s") % {"names": names(gone, labels)}
