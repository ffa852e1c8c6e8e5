"""The form of a stage that is being played: what of its rules is still open."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from tournaments.tournaments.director.pairings import aims_of
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.director.running_rules import OPEN_RULES
from tournaments.tournaments.web.forms import rule_field
from tournaments.tournaments.web.plan_forms import StageForm
from tournaments.tournaments.web.words import game_title


class RunningStageForm(StageForm):
    """What can still be changed; what is fixed is not asked for."""

    def __init__(
        self, *args: Any, start: StageRules, former: StageRules | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, start=start, former=former, **kwargs)
        still_open = OPEN_RULES[start.format]
        self.whens, self.tie_breaks = {}, []
        self.aims = self.aims if "aims" in still_open else []
        kept = {*still_open, *self.aims}
        self.fields = {name: field for name, field in self.fields.items() if name in kept}
        for position, game in enumerate(start.games):
            field = rule_field("boxes", game.boxes, start.format)
            field.label = _("Boxes of %(game)s") % {"game": game_title(game)}
            self.fields[f"boxes_{position}"] = field

    def rules(self) -> StageRules:
        """Return the rules that the stage is to go on by."""
        data, start = self.cleaned_data, self.start
        changed: dict[str, Any] = {
            name: data[name] for name in OPEN_RULES[start.format] & data.keys()
        }
        if "sizes" in changed:
            changed["sizes"] = tuple(int(size) for size in data["sizes"])
        if self.aims:
            usual = tuple(aim.value for aim in aims_of(start.aims))
            changed["aims"] = self._order(self.aims, start.aims, usual)
        games = tuple(
            replace(game, boxes=data[f"boxes_{position}"])
            for position, game in enumerate(start.games)
        )
        return replace(start, **changed, games=games)
