"""The form of a new tournament, made from its format and the options of its game."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec import to_builtins
from msgspec.structs import asdict, replace

from games.core.contract import AnyRules
from games.core.setup import OptionValue
from games.registry import games
from replays.web.forms import OptionForm
from replays.web.pages import game_name
from tournaments.commands import LONGEST_TITLE
from tournaments.tournaments.director.presets import Preset, PresetPlan, read_plan
from tournaments.tournaments.director.rankings import POINT_SCHEMES
from tournaments.tournaments.director.rules import (
    LEAST_SEATS,
    MOST_MINUTES,
    MOST_ROUNDS,
    MOST_SEATS,
    GameAtHand,
)
from tournaments.tournaments.web.plan_words import FINAL_TIES, points_name
from tournaments.tournaments.web.words import game_title, tie_break_name

_ASKED_BEFORE = frozenset({"size", "sizes", "players"})
"""What the page knows before it shows the form, or makes from that."""
MOST = 1_000
LONGEST_LIST = 2_000
_NARROWER: Mapping[str, dict[str, Any]] = {
    "groups": {"max_value": 64},
    "advance": {"max_value": 4},
    "ranking": {
        "choices": [
            ("total", _("by all points")),
            ("average", _("by the average, from two matches on")),
            ("best", _("by the best three matches")),
        ]
    },
}
"""What a new tournament offers less of than the plan of a stage."""
_WHOLE: Mapping[str, tuple[Any, int, int]] = {
    "rounds": (pgettext_lazy("tournament", "Rounds"), 1, MOST_ROUNDS),
    "groups": (_("Groups"), 1, MOST),
    "preferred": (_("Usual number at a table"), LEAST_SEATS, MOST_SEATS),
    "most_tables": (_("Most tables"), 1, MOST),
    "advance": (_("How many of a table go on"), 1, MOST),
    "final": (_("How many go on"), 0, 64),
    "cut_top": (_("How many go on"), 0, MOST),
    "cut_each": (_("How many of each group go on"), 0, MOST),
    "cut_best": (_("How many more of those who come next"), 0, MOST),
    "boxes": (_("Boxes of this game"), 1, 100),
    "best": (_("Matches that count"), 1, MOST),
    "least_matches": (_("Least matches to be ranked"), 0, MOST),
    "minutes": (_("Minutes for a round"), 0, MOST_MINUTES),
}
"""Whole numbers: what they are called, the least and the most."""
_HELP: Mapping[str, Any] = {
    "most_tables": _("Empty if there is always another one."),
    "final": _("To the final table or the elimination; 0 for none."),
    "cut_best": _("The best across groups, by measures that no group gains from by its size."),
    "boxes": _("Empty if there is always another one."),
    "minutes": _("0 for as long as it takes."),
}
_MAY_BE_EMPTY = frozenset(
    {"most_tables", "final", "cut_top", "cut_each", "cut_best", "boxes", "best"}
)


def rule_field(name: str, initial: Any, format_: str, **more: Any) -> forms.Field:
    """Return the input of one rule of a stage; `more` stands above what is usual."""
    if name in _WHOLE:
        label, least, most = _WHOLE[name]
        needed = name not in _MAY_BE_EMPTY
        return forms.IntegerField(
            label=label,
            help_text=_HELP.get(name, ""),
            required=needed,
            initial=initial if needed else initial or None,
            **{"min_value": least, "max_value": most} | more,
        )
    match name:
        case "sizes":
            sizes = [(str(size), str(size)) for size in range(LEAST_SEATS, MOST_SEATS + 1)]
            return forms.MultipleChoiceField(
                label=_("Table sizes"),
                choices=sizes,
                initial=[str(size) for size in initial],
                widget=forms.CheckboxSelectMultiple,
            )
        case "byes":
            return forms.BooleanField(label=_("Byes allowed"), initial=initial, required=False)
        case "double":
            second = _("A second final if the first levels the losses")
            label = second if format_ == "double_elimination" else _("Everybody meets twice")
            return forms.BooleanField(label=label, initial=initial, required=False)
        case "third_place":
            return forms.BooleanField(
                label=_("Match for third place"),
                help_text=_("Two at a table only: those who lose the semi-finals meet."),
                initial=initial,
                required=False,
            )
        case "final_tie":
            ties = [*FINAL_TIES.items()]
            return forms.ChoiceField(label=_("A tie in the final"), choices=ties, initial=initial)
        case "ranking":
            offered = [(code, tie_break_name(code)) for code in ("total", "average", "best")]
            ranked = {"label": _("Ranking"), "choices": offered, "initial": initial}
            return forms.ChoiceField(**ranked | more)
        case "points":
            schemes = [(scheme, points_name(scheme)) for scheme in POINT_SCHEMES]
            schemes += more.get("others", ())
            return forms.ChoiceField(label=_("Points by place"), choices=schemes, initial=initial)
        case _:
            return forms.CharField(
                label=_("Games") if name == "games" else _("Other games"),
                help_text=_("One per line, with the number of boxes if it matters: Azul x2"),
                max_length=LONGEST_LIST,
                required=name == "games",
                initial=initial,
                widget=forms.Textarea(attrs={"rows": 3}),
            )


class NewTournamentForm(OptionForm):
    """What it is called, when it is held, and what its format asks for."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    day = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(
        self, *args: Any, rules: AnyRules, seats: int, preset: Preset, club_id: UUID, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats, self.preset = rules, seats, preset
        for name, usual in preset.usual_for(rules.seats).items():
            if name not in _ASKED_BEFORE:
                initial = None if usual == () else usual
                narrower = _NARROWER.get(name, {})
                self.fields[name] = rule_field(name, initial, preset.code, **narrower)
        self.add_options(club_id)

    @property
    def preset_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.preset.usual if name in self.fields]

    def offer_sizes(self, choices: Sequence[tuple[str, str]], label: str) -> None:
        """Ask for the sizes of the tables, the best of them chosen already."""
        self.fields["sizes"] = forms.ChoiceField(
            label=label, choices=choices, initial=choices[0][0], widget=forms.RadioSelect
        )

    def plan(self, preset: str) -> PresetPlan:
        """Return the stages that the form asks for, by the preset that was sent with it."""
        answers = {
            name: self.cleaned_data[name] for name in self.preset.usual if name in self.fields
        }
        if self.preset.pods:
            answers["size"] = self.seats
        if "sizes" in answers:
            answers["sizes"] = [int(size) for size in answers["sizes"].split()]
        if "final" in answers:
            answers["final"] = answers["final"] or 0
        if "others" in answers:
            answers["others"] = to_builtins(named_games(answers["others"]))
        game = {"game": self.rules.slug, "options": self.options_beside_the_box()}
        return read_plan({"preset": preset} | game | answers)


def initial_of(plan: PresetPlan) -> dict[str, Any]:
    """Return what the form of a new tournament begins with where it is planned like another."""
    said = {name: value for name, value in asdict(plan).items() if value not in (None, ())}
    said["others"] = "\n".join(
        f"{game_title(game)} x{game.boxes}" if game.boxes else game_title(game)
        for game in plan.others or ()
    )
    return said | {f"option_{name}": value for name, value in plan.options.items()}


def named_games(text: str, at_hand: Sequence[GameAtHand] = ()) -> list[GameAtHand]:
    """Return games from lines such as `Azul x2`, by their rules where Kaiten has them.

    A game that is `at_hand` already keeps its options.
    """
    left = list(at_hand)
    known = {game_name(rules.slug).casefold(): rules.slug for rules in games()}
    listed = []
    for line in text.splitlines():
        words = line.split()
        boxes = None
        if len(words) > 1 and (count := words[-1].removeprefix("x")).isdigit() and len(count) < 4:
            boxes, words = int(count), words[:-1]
        if not words:
            continue
        title = " ".join(words)
        same = next(
            (game for game in left if game_title(game).casefold() == title.casefold()), None
        )
        if same is not None:
            left.remove(same)
            listed.append(replace(same, boxes=boxes))
            continue
        slug = known.get(title.casefold())
        options: dict[str, OptionValue] = {} if slug else {"title": title}
        listed.append(GameAtHand(slug or "plain", options, boxes))
    return listed
