"""Every command of a tournament by name: what the API, the shell, pages and admin send."""

from tournaments import commands
from tournaments.commands import Section
from tournaments.commands import gettext_noop as _
from tournaments.tournaments.director.commands import (
    clocks,
    drafts,
    entries,
    evening,
    notices,
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
    "TOURNAMENT_COMMANDS",
    "Command",
    "Correct",
    "Report",
    "ResultCommand",
    "command_class",
    "command_names",
    "command_sections",
    "read_command",
]

TOURNAMENT_COMMANDS: commands.Catalogue[Command] = commands.Catalogue(
    Section(
        _("Plan"),
        _("The title, and the stages with their rules."),
        (
            setup.Rename,
            setup.SetStage,
            setup.DropStage,
        ),
    ),
    Section(
        _("Entrants"),
        _("Who plays, who is there, and who should not meet whom."),
        (
            entries.Enter,
            entries.Remove,
            entries.CheckIn,
            entries.CheckOut,
            entries.Drop,
            entries.BringBack,
            entries.KeepApart,
            entries.FixTables,
            entries.Affiliate,
        ),
    ),
    Section(
        _("Stages"),
        _("A stage begins with its seeds, goes on, and ends with its standings."),
        (
            stages.StartStage,
            substitutes.Substitute,
            stages.CloseStage,
            stages.ReopenStage,
            stages.UnstartStage,
        ),
    ),
    Section(
        _("Rounds"),
        _("Rounds are proposed, changed, announced and mended; open evenings begin tables."),
        (
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
        ),
    ),
    Section(
        _("Results"),
        _("Slips and reports are taken down, confirmed and corrected."),
        (
            results.StartTable,
            results.Record,
            Correct,
            Report,
            results.AcceptReport,
            results.Confirm,
            results.WithdrawResult,
        ),
    ),
    Section(
        _("Rulings"),
        _("The arbiter is called, decides and penalises."),
        (
            rulings.CallArbiter,
            rulings.Rule,
            rulings.Replay,
            rulings.Penalise,
        ),
    ),
    Section(
        _("Clock"),
        _("The time of a round."),
        (
            clocks.StartClock,
            clocks.PauseClock,
            clocks.ResumeClock,
            clocks.AddTime,
        ),
    ),
    Section(
        _("Notice"),
        _("A line that everybody is shown, in the room and on their phones."),
        (
            notices.ShowNotice,
            notices.TakeAwayNotice,
        ),
    ),
    Section(
        _("End and undo"),
        _("The tournament ends, and whatever was done can be taken back."),
        (
            stages.Finish,
            stages.Reopen,
            undoing.Undo,
            undoing.Redo,
        ),
    ),
)
"""In the order of a tournament's life."""
command_sections = TOURNAMENT_COMMANDS.sections
"""The same commands, phase by phase."""
command_names = TOURNAMENT_COMMANDS.names
command_class = TOURNAMENT_COMMANDS.named
read_command = TOURNAMENT_COMMANDS.read
