"""The form of a new tournament, made from its format and the options of its game."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec.structs import replace

from games.core.contract import AnyRules
from games.core.setup import OptionValue
from games.registry import games
from replays.web.forms import OptionForm
from replays.web.pages import game_name
from tournaments.commands import LONGEST_TITLE
from tournaments.tournaments.director.commands.setup import MOST_MINUTES, MOST_ROUNDS
from tournaments.tournaments.director.rules import GameAtHand
from tournaments.tournaments.web.plan_words import points_name
from tournaments.tournaments.web.presets import Preset, points_offered
from tournaments.tournaments.web.words import game_title

MOST_BOXES = 100
LONGEST_LIST = 2_000
_RANKINGS = [
    ("total", _("by all points")),
    ("average", _("by the average, from two matches on")),
    ("best", _("by the best three matches")),
]


class NewTournamentForm(OptionForm):
    """What it is called, when it is held, and what its format asks for."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    day = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(
        self, *args: Any, rules: AnyRules, seats: int, preset: Preset, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats, self.preset = rules, seats, preset
        for name in preset.asks:
            if name != "size":
                self.fields[name] = self._asked(name)
        self.add_options()

    @property
    def asked(self) -> list[forms.BoundField]:
        """The inputs that the format asks for."""
        return [self[name] for name in self.preset.asks if name in self.fields]

    def games(self) -> list[GameAtHand]:
        """Return the games of the tournament, the chosen one first."""
        chosen = cast(dict[str, OptionValue], self.options())
        data = self.cleaned_data
        first = GameAtHand(self.rules.slug, chosen, data.get("boxes") or None)
        return [first, *named_games(data.get("others", ""))]

    def _asked(self, name: str) -> forms.Field:
        match name:
            case "rounds":
                return forms.IntegerField(
                    label=pgettext_lazy("tournament", "Rounds"),
                    min_value=1,
                    max_value=MOST_ROUNDS,
                    initial=self.preset.rounds,
                )
            case "final":
                return forms.IntegerField(
                    label=_("How many go on"),
                    help_text=_("To the final table or the elimination; 0 for none."),
                    min_value=0,
                    max_value=64,
                    required=False,
                    initial=self._usual_final(),
                )
            case "groups":
                return forms.IntegerField(label=_("Groups"), min_value=1, max_value=64, initial=2)
            case "advance":
                return forms.IntegerField(
                    label=_("How many of a table go on"), min_value=1, max_value=4, initial=1
                )
            case "double":
                duel = self.preset.code == "double_elimination"
                label = _("A second final if the first levels the losses")
                return forms.BooleanField(
                    label=label if duel else _("Everybody meets twice"), required=False
                )
            case "minutes":
                return forms.IntegerField(
                    label=_("Minutes for a round"),
                    help_text=_("0 for as long as it takes."),
                    min_value=0,
                    max_value=MOST_MINUTES,
                    initial=0,
                )
            case "points":
                return forms.ChoiceField(
                    label=_("Points by place"),
                    choices=[(name, points_name(name)) for name in points_offered()],
                    initial=self.preset.points,
                )
            case "boxes":
                return forms.IntegerField(
                    label=_("Boxes of this game"),
                    help_text=_("Empty if there is always another one."),
                    min_value=1,
                    max_value=MOST_BOXES,
                    required=False,
                )
            case "ranking":
                return forms.ChoiceField(label=_("Ranking"), choices=_RANKINGS, initial="total")
            case _:
                return forms.CharField(
                    label=_("Other games"),
                    help_text=_("One per line, with the number of boxes if it matters: Azul x2"),
                    max_length=LONGEST_LIST,
                    required=False,
                    widget=forms.Textarea(attrs={"rows": 3}),
                )

    def _usual_final(self) -> int:
        usual = self.preset.final
        if self.preset.code == "swiss_pods" and usual not in self.rules.seats:
            return max(self.rules.seats)
        return usual


def named_games(text: str, at_hand: Sequence[GameAtHand] = ()) -> list[GameAtHand]:
    """Return games from lines such as `Azul x2`, by their rules where Kaiten has them.

    A game that is `at_hand` already keeps its options.
    """
    left = list(at_hand)
    known = {game_name(rules.slug).casefold(): rules.slug for rules in games()}
    found = []
    for line in text.splitlines():
        words = line.split()
        boxes = None
        if len(words) > 1 and (count := words[-1].removeprefix("x")).isdigit() and len(count) < 4:
            boxes, words = int(count), words[:-1]
        if not words:
            continue
        title = " ".join(words)
        kept = next(
            (game for game in left if game_title(game).casefold() == title.casefold()), None
        )
        if kept is not None:
            left.remove(kept)
            found.append(replace(kept, boxes=boxes))
            continue
        slug = known.get(title.casefold())
        options: dict[str, OptionValue] = {} if slug else {"title": title}
        found.append(GameAtHand(slug or "plain", options, boxes))
    return found
