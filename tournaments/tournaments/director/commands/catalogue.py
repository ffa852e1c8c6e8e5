"""Every command of a tournament by name: what the API, the shell, pages and admin send."""

from tournaments import commands
from tournaments.tournaments.director.commands import (
    clocks,
    drafts,
    entries,
    evening,
    repairs,
    results,
    rounds,
    rulings,
    setup,
    stages,
    substitutes,
    tables,
    undoing,
)
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.corrections import Correct
from tournaments.tournaments.director.commands.results import Report, ResultCommand

__all__ = [
    "Command",
    "Correct",
    "Report",
    "ResultCommand",
    "command_class",
    "command_names",
    "read_command",
]

_catalogue: commands.Catalogue[Command] = commands.Catalogue(
    setup.Rename,
    setup.SetStage,
    setup.DropStage,
    entries.Enter,
    entries.Remove,
    entries.CheckIn,
    entries.CheckOut,
    entries.Drop,
    entries.BringBack,
    entries.KeepApart,
    entries.FixTables,
    entries.Affiliate,
    stages.StartStage,
    substitutes.Substitute,
    stages.CloseStage,
    stages.ReopenStage,
    stages.UnstartStage,
    rounds.Propose,
    drafts.Swap,
    drafts.Move,
    drafts.Lock,
    drafts.Edit,
    drafts.Discard,
    rounds.Publish,
    rounds.WithdrawTables,
    tables.Reseat,
    tables.MoveTable,
    repairs.Repair,
    evening.BeginTable,
    results.StartTable,
    results.Record,
    Correct,
    Report,
    results.Confirm,
    results.WithdrawResult,
    rulings.CallArbiter,
    rulings.Rule,
    rulings.Penalise,
    clocks.StartClock,
    clocks.PauseClock,
    clocks.ResumeClock,
    clocks.AddTime,
    stages.Finish,
    stages.Reopen,
    undoing.Undo,
    undoing.Redo,
)
"""In the order of a tournament's life."""
command_names = _catalogue.names
command_class = _catalogue.named
read_command = _catalogue.read
