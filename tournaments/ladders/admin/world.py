"""What the forms of a ladder's commands start with, and their words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.commands import Thing
from tournaments.ladders.admin.forms import RulesForm, StartListForm
from tournaments.ladders.commands import NewPeriod, Revise, StartList
from tournaments.ladders.models import Ladder
from tournaments.ladders.state import LadderState
from tournaments.ladders.web.form_data import form_data
from tournaments.people.admin.inputs import Choice
from tournaments.people.admin.worlds import (
    FormPart,
    NotAsked,
    Part,
    Sent,
    Struct,
    Word,
    Words,
    World,
)

TITLES: Mapping[str, Word] = {
    "revise": _("Change title or rules"),
    "start_list": _("Take in an old list"),
    "freeze": _("Freeze"),
    "thaw": _("Let it go on"),
    "new_period": _("Begin a new period"),
}
USUAL_SHARE = 25


class LadderWorld(World):
    """A ladder as its log has it."""

    words = Words(
        {
            "title": _("Title"),
            "rules": _("Rules"),
            "text": _("List"),
            "share": _("Drawn towards the mean, in percent"),
        },
        {
            "share": _("0: everybody keeps their rating. 100: everybody starts afresh."),
            "Revise.title": _("Empty: it stays as it is."),
            "NewPeriod.title": _("This ladder is frozen; the new one goes on from it."),
        },
    )

    def __init__(self, ladder: Ladder, state: LadderState) -> None:
        self.ladder, self.state = ladder, state

    def choices(self, thing: Thing, struct: Struct) -> Sequence[Choice]:
        """Return nothing: no command of a ladder names anybody."""
        return ()

    def start(self, struct: Struct, asked: Mapping[str, str]) -> Mapping[str, Any]:
        if struct is NewPeriod:
            return {"share": USUAL_SHARE}
        return {"title": self.state.title} if struct is Revise else {}

    def part(self, struct: Struct, name: str, sent: Sent) -> Part | None:
        """Ask for rules and for an old list as the pages of ladders do."""
        if struct is Revise and name == "rules":
            initial = form_data(self.state.title, self.state.rules)
            rules = RulesForm(sent.data, initial=initial)
            return FormPart(rules, rules.rules)
        if struct is StartList:
            listed = StartListForm(sent.data, sent.files)
            return FormPart(listed, listed.value)
        return NotAsked() if name == "rules" else None
