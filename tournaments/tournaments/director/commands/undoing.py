"""The last command is undone, and done again."""

from games.core.errors import RuleViolation
from tournaments.tournaments.director.commands.base import Command, Context, Events
from tournaments.tournaments.director.events import TournamentRewound
from tournaments.tournaments.director.rewinding import last_command, undone_last
from tournaments.tournaments.director.state import State


class Undo(Command, frozen=True, kw_only=True):
    """Undo the last command; the tournament and its matches are again what they were before it."""

    version: int = 0
    """The version of its last event, so that nothing newer is undone instead; 0: whatever it is."""

    def decide(self, state: State, context: Context) -> Events:
        written = last_command(state.log, context.former_append)
        if self.version and (written is None or written.last != self.version):
            raise RuleViolation("not_the_last_command", version=self.version)
        if written is None:
            raise RuleViolation("nothing_to_undo")
        return [TournamentRewound(written.before, context.note)]


class Redo(Command, frozen=True, kw_only=True):
    """Do again what was undone last, as long as nothing else has happened since."""

    def decide(self, state: State, context: Context) -> Events:
        undone = undone_last(state.log)
        if undone is None:
            raise RuleViolation("nothing_to_redo")
        return [TournamentRewound(undone.last, context.note)]
