"""The form of one stage that has not begun: it starts with the stage's rules and gives new ones."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, cast

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from games.registry import games
from replays.web.conditions import ConditionalForm
from replays.web.pages import game_name
from tournaments.tournaments.director.pairings import aims_of
from tournaments.tournaments.director.rankings import (
    OWN_POINTS,
    TIE_BREAK_CODES,
    ranked_by,
    scheme_of,
)
from tournaments.tournaments.director.rules import CHAINED, Cut, GameAtHand, StageRules
from tournaments.tournaments.web.forms import named_games, rule_field
from tournaments.tournaments.web.plan_words import (
    AIMS,
    SEEDINGS,
    box_words,
    custom_points,
)
from tournaments.tournaments.web.unplayed import WHENS as UNPLAYED_WHENS
from tournaments.tournaments.web.unplayed import unplayed_data, unplayed_fields
from tournaments.tournaments.web.words import game_title, tie_break_name

TIE_BREAK_INPUTS = 6
_TABLES = ("sizes", "preferred")
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "swiss": ("rounds", *_TABLES, "most_tables", "byes", "minutes"),
    "round_robin": ("double", "minutes"),
    "groups": ("groups", *_TABLES, "double", "minutes"),
    "planned": (*_TABLES, "minutes"),
    "elimination": (*_TABLES, "advance", "final_tie", "third_place", "minutes"),
    "double_elimination": ("double", "final_tie", "minutes"),
    "open": ("ranking", "best", "least_matches"),
}
_WHENS = {
    "custom": ("points", OWN_POINTS),
    "cut_top": ("cut_kind", "top"),
    "cut_points": ("cut_kind", "points"),
    "cut_each": ("cut_kind", "groups"),
    "cut_best": ("cut_kind", "groups"),
    "best": ("ranking", "best"),
    **UNPLAYED_WHENS,
}
_CUTS = [("all", _("everybody")), ("top", _("the best")), ("points", _("from so many points on"))]
_GROUP_CUT = ("groups", _("the best of each group"))


class Row(NamedTuple):
    """An input, and the choice of another one that it belongs to."""

    field: forms.BoundField
    when: str


class StageForm(ConditionalForm):
    """What can be changed about a stage; what its format does not know is not asked for."""

    def __init__(
        self, *args: Any, start: StageRules, former: StageRules | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.start, self.first = start, former is None
        self.after_groups = former is not None and former.format == "groups"
        first = self.first
        self._add_games()
        for name in _FIELDS[start.format]:
            self._add(name, getattr(start, name))
        if not first:
            self._add_cut()
        if not start.is_open:
            self.fields["seeding"] = self._seeding()
        self._add_points()
        self.whens = {name: when for name, when in _WHENS.items() if name in self.fields}
        self.tie_breaks = self._add_order(
            "tie_break",
            _("Tie-break %(number)s"),
            {code: tie_break_name(code) for code in TIE_BREAK_CODES},
            ranked_by(start),
            TIE_BREAK_INPUTS,
        )
        swiss = start.format == "swiss"
        aims = [aim.value for aim in aims_of(start.aims)] if swiss else []
        self.aims = self._add_order("aim", _("Aim %(number)s"), AIMS, aims, len(aims))

    @property
    def rows(self) -> list[Row]:
        """The inputs that are not part of an ordered list."""
        listed = {*self.tie_breaks, *self.aims}
        names = [name for name in self.fields if name not in listed]
        return [Row(self[name], self.when(name)) for name in names]

    @property
    def tie_break_inputs(self) -> list[forms.BoundField]:
        return [self[name] for name in self.tie_breaks]

    @property
    def aim_inputs(self) -> list[forms.BoundField]:
        return [self[name] for name in self.aims]

    def rules(self) -> StageRules:
        """Return the rules that were asked for; what was not asked for stays as it is."""
        data, start = self.cleaned_data, self.start
        ranked = ranked_by(start)
        aims = tuple(aim.value for aim in aims_of(start.aims))
        changed: dict[str, Any] = {
            name: value for name in _FIELDS[start.format] if (value := data.get(name)) is not None
        }
        changed |= {
            name: data[name]
            for name in ("most_tables", "seeding", "carry", "carry_meetings")
            if name in data
        }
        if "sizes" in data:
            changed["sizes"] = tuple(int(size) for size in data["sizes"])
        return msgspec.structs.replace(
            start,
            **changed,
            games=self._games(),
            cut=start.cut if self.first else self._cut(),
            scoring=self._scoring(),
            tiebreaks=self._order(self.tie_breaks, start.tiebreaks, ranked),
            aims=self._order(self.aims, start.aims, aims) if self.aims else start.aims,
        )

    def _add(self, name: str, initial: Any, **more: Any) -> None:
        self.fields[name] = rule_field(name, initial, self.start.format, **more)

    def _add_games(self) -> None:
        if self.start.is_open:
            self._add("games", "\n".join(box_words(game) for game in self.start.games))
        else:
            others = [(rules.slug, game_name(rules.slug)) for rules in games()]
            at_hand = ("", _("as it is: %(game)s") % {"game": game_title(self.start.game)})
            self.fields["game"] = forms.ChoiceField(
                label=_("Game"), choices=[at_hand, *others], required=False
            )

    def _add_cut(self) -> None:
        cut = self.start.cut
        by_groups = self.after_groups or cut.kind == "groups"
        self.fields["cut_kind"] = forms.ChoiceField(
            label=_("Who goes on"),
            choices=[*_CUTS, _GROUP_CUT] if by_groups else _CUTS,
            initial=cut.kind,
        )
        if by_groups:
            self._add("cut_each", cut.each)
            self._add("cut_best", cut.best)
        self._add("cut_top", cut.top)
        self.fields["cut_points"] = forms.CharField(
            label=_("From so many points on"), max_length=20, initial=cut.points, required=False
        )
        if not self.start.is_open:
            self.fields["carry"] = forms.BooleanField(
                label=_("Points of the stages before count here too"),
                initial=self.start.carry,
                required=False,
            )
        if self.start.format == "swiss":
            self.fields["carry_meetings"] = forms.BooleanField(
                label=_("Meetings of the stages before count here too"),
                help_text=_(
                    "Nobody meets again who met there; seats, byes and small tables count on."
                ),
                initial=self.start.carry_meetings,
                required=False,
            )

    def _add_points(self) -> None:
        scheme = scheme_of(self.start).name
        self._add("points", scheme, others=[(OWN_POINTS, _("our own"))])
        self.fields["custom"] = forms.CharField(
            label=_("Our own points"),
            help_text=_("From first place on: 4,2,1,0. Other sizes of tables after a semicolon."),
            max_length=200,
            initial=custom_points(self.start) if scheme == OWN_POINTS else "",
            required=False,
        )
        self.fields |= unplayed_fields(self.start)

    def _seeding(self) -> forms.Field:
        left_out = {"former"} if self.first else set()
        if not (self.after_groups and self.start.format in CHAINED):
            left_out |= {"crossed"} - {self.start.seeding}
        # An order made by hand is sent when the stage begins, which its button cannot do.
        left_out |= {"hand"} - {self.start.seeding}
        offered = [(code, words) for code, words in SEEDINGS.items() if code not in left_out]
        return forms.ChoiceField(label=_("Seeding"), choices=offered, initial=self.start.seeding)

    def _add_order(
        self, name: str, label: Any, words: Mapping[str, Any], chosen: Any, least: int
    ) -> list[str]:
        """Add an input for every place of an ordered list; return their names."""
        names = []
        for place in range(max(least, len(chosen))):
            names.append(f"{name}_{place + 1}")
            self.fields[names[-1]] = forms.ChoiceField(
                label=label % {"number": place + 1},
                choices=[("", "–"), *words.items()],
                initial=chosen[place] if place < len(chosen) else "",
                required=False,
            )
        return names

    def _order(
        self, names: list[str], at_hand: tuple[str, ...], shown: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return an ordered list; one that was left as it was shown stays as it was stored."""
        chosen = tuple(self.cleaned_data[name] for name in names if self.cleaned_data[name])
        return at_hand if chosen == shown else chosen

    def _games(self) -> tuple[GameAtHand, ...]:
        if self.start.is_open:
            return tuple(named_games(self.cleaned_data["games"], self.start.games))
        chosen = self.cleaned_data["game"]
        return (GameAtHand(chosen),) if chosen else self.start.games

    def _cut(self) -> Cut:
        data = self.cleaned_data
        match cast(Literal["all", "top", "points", "groups"], data["cut_kind"]):
            case "groups":
                return Cut("groups", each=data["cut_each"] or 0, best=data["cut_best"] or 0)
            case "top":
                return Cut("top", top=data["cut_top"] or 0)
            case "points":
                return Cut("points", points=data["cut_points"].replace(",", ".") or "0")
            case "all":
                return Cut()

    def _scoring(self) -> dict[str, Any]:
        unplayed = unplayed_data(self.start, self.cleaned_data)
        if not {"points", "custom"} & set(self.changed_data) & self.cleaned_data.keys():
            return self.start.scoring | unplayed
        name = self.cleaned_data["points"]
        scheme: dict[str, Any] = {"name": name}
        if name == OWN_POINTS:
            rows = self.cleaned_data["custom"].split(";")
            scheme["rows"] = [row.replace(",", " ").split() for row in rows if row.strip()]
        return self.start.scoring | unplayed | {"scheme": scheme}
