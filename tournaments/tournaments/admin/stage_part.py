"""The rules of a stage inside the form that plans it: the inputs of the page of the plan."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import to_builtins
from msgspec.structs import replace

from games.registry import rules_of
from replays.web.forms import OptionForm
from tournaments.people.admin.worlds import Section, Sent, Word
from tournaments.tournaments.director.games import installed_game
from tournaments.tournaments.director.rules import FORMATS, StageRules
from tournaments.tournaments.director.state import State
from tournaments.tournaments.web.plans import stage_form
from tournaments.tournaments.web.words import format_name, game_title


class FormatForm(forms.Form):
    """The format of a stage; `shown` says for which stage and format the other inputs are."""

    format = forms.ChoiceField(
        label=_("Format"),
        help_text=_(
            "Another format, or another stage, asks for other things: send it once to see them."
        ),
    )
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["format"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  (declared above)
        field.choices = [(code, format_name(code)) for code in FORMATS]


class GameForm(OptionForm):
    """The options of the game of a stage, as the stage has them."""

    def __init__(self, data: Any, *, start: StageRules, club_id: UUID, prefix: str) -> None:
        known = {f"option_{name}": value for name, value in start.game.options.items()}
        super().__init__(data, prefix=f"{prefix}-game", initial=known)
        self.rules, self.seats = rules_of(start.game.game), start.preferred
        self.add_options(club_id)


class StagePart:
    """How a stage is played; what its format does not know is not asked for."""

    def __init__(self, state: State, asked: Mapping[str, str], sent: Sent) -> None:
        number = int(asked["stage"]) if asked.get("stage", "").isdigit() else len(state.stages) + 1
        wanted = sent.read("format") or asked.get("format", "")
        known = state.stages.get(number)
        sketch = stage_form(state, number, wanted)
        self._shown = f"{number}/{sketch.start.format}"
        self._asks_anew = sent.data is not None and sent.read("shown") != self._shown
        bound = sent.data if not self._asks_anew else None
        start = {"format": sketch.start.format, "shown": self._shown}
        self._format = FormatForm(prefix=sent.prefix, initial=start)
        if known is not None and known.status == "running":
            del self._format.fields["format"]  # it keeps the one it has
        self._rules = stage_form(state, number, wanted, bound)
        self._game = self._options(state, bound, sent.prefix)

    def _options(self, state: State, data: Any, prefix: str) -> GameForm | None:
        """Return the options of a game that can still be changed; an open evening has several."""
        start = self._rules.start
        if start.is_open or "game" not in self._rules.fields or not installed_game(start.game):
            return None
        asked = data is not None and any(key.startswith(f"{prefix}-game-") for key in data)
        sent = data if asked else None
        return GameForm(sent, start=start, club_id=state.club, prefix=prefix)

    def is_valid(self) -> bool:
        """Refuse answers to questions of another format; options matter to the game shown alone."""
        if self._asks_anew or not self._rules.is_valid():
            return False
        return self._chosen is None or self._chosen.is_valid()

    @property
    def _chosen(self) -> GameForm | None:
        """The options that were sent, unless another game was chosen beside them."""
        game, other = self._game, self._rules.cleaned_data.get("game")
        return game if game is not None and game.is_bound and not other else None

    def value(self) -> Any:
        """Return the rules, with the options of the game if these were changed."""
        rules, options = self._rules.rules(), self._chosen
        if options is not None and options.has_changed():
            game = replace(rules.game, options=options.options_beside_the_box())
            rules = replace(rules, games=(game,))
        return to_builtins(rules)

    def sections(self, legend: Word = "") -> list[Section]:
        """Return the format first, then the inputs it asks for, and the options of its game."""
        errors = list(self._rules.non_field_errors())
        if self._asks_anew:
            words = _("Other inputs belong to this choice: fill them in, and send it again.")
            errors.append(str(words))
        inputs = Section(legend, [*self._format, *self._rules.visible_fields()], errors)
        if self._game is None or not self._game.fields:
            return [inputs]
        title = _("Options of %(game)s") % {"game": game_title(self._rules.start.game)}
        wrong = list(self._game.non_field_errors())
        options = Section(title, self._game.visible_fields(), wrong)
        return [inputs, options]
