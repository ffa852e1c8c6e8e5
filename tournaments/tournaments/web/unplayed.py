"""What is given without a table that was played: byes, walk-overs, no-shows. Inputs and words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.tournaments.director.rankings import scoring_of
from tournaments.tournaments.director.rules import CHAINED, StageRules
from tournaments.tournaments.selectors.standings import StandingAnswer
from tournaments.tournaments.web.words import exact

OWN = "own"
_LABELS: Mapping[str, str | Promise] = {
    "bye": gettext_lazy("A bye gives"),
    "walk_over": gettext_lazy("A walk-over gives those who came"),
}
_WORTHS: Mapping[str, str | Promise] = {
    "win": gettext_lazy("as much as a win"),
    "average": gettext_lazy("the average of a table"),
    OWN: gettext_lazy("so many points"),
}
WHYS: Mapping[str, str | Promise] = {
    "walk_over": gettext_lazy("walk-over"),
    "no_show": gettext_lazy("absent"),
    "bye": gettext_lazy("bye"),
    "late": gettext_lazy("came late"),
    "penalty": gettext_lazy("penalty"),
}
"""Why somebody got or lost points without playing for them."""
WHENS = {f"{name}_points": (name, OWN) for name in _LABELS}
"""Inputs that matter with one choice of another one alone."""


def unplayed_fields(rules: StageRules) -> dict[str, forms.Field]:
    """Return the inputs of what a stage gives without a table that was played; a bracket: none."""
    if rules.format in CHAINED:
        return {}
    scoring = scoring_of(rules)
    fields: dict[str, forms.Field] = {}
    for name in _offered(rules):
        worth = getattr(scoring, name)
        number = isinstance(worth, Fraction)
        fields[name] = forms.ChoiceField(
            label=str(_LABELS[name]),
            choices=list(_WORTHS.items()),
            initial=OWN if number else str(worth),
        )
        fields[f"{name}_points"] = _points(
            gettext_lazy("Points of a bye")
            if name == "bye"
            else gettext_lazy("Points of a walk-over"),
            str(worth) if number else "",
        )
    fields["no_show"] = _points(
        gettext_lazy("Somebody absent gets"), str(scoring.no_show), _("Negative to take points.")
    )
    return fields


def unplayed_data(rules: StageRules, given: Mapping[str, Any]) -> dict[str, str]:
    """Return what differs from the rules of a stage, as it stands in its scoring."""
    if rules.format in CHAINED:
        return {}
    scoring = scoring_of(rules)
    wanted = {name: _wanted(name, given) for name in _offered(rules)}
    wanted["no_show"] = _number(given.get("no_show"))
    return {name: text for name, text in wanted.items() if text != str(getattr(scoring, name))}


def unplayed_words(rules: StageRules) -> list[tuple[str, str]]:
    """Return what a stage gives without a table that was played, in words."""
    scoring = scoring_of(rules)
    lines = [(str(_LABELS[name]), _worth_words(getattr(scoring, name))) for name in _offered(rules)]
    return [*lines, (_("Somebody absent gets"), exact(scoring.no_show))]


def given_words(line: StandingAnswer) -> list[str]:
    """Return what an entrant got or lost without playing for it, and why."""
    return [
        (_("round %(round)s: %(why)s, %(points)s") if part.round else _("%(why)s, %(points)s"))
        % {"round": part.round, "why": WHYS[part.why], "points": signed(part.points)}
        for part in line.parts
        if part.why in WHYS
    ]


def signed(points: Fraction) -> str:
    """Return points with the sign that says whether they were given or taken."""
    return exact(points) if points < 0 else f"+{exact(points)}"


def _offered(rules: StageRules) -> tuple[str, ...]:
    return ("walk_over",) if rules.is_open else ("bye", "walk_over")


def _points(label: Any, initial: str, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label, initial=initial, help_text=help_text, max_length=20, required=False
    )


def _wanted(name: str, given: Mapping[str, Any]) -> str:
    worth = str(given[name])
    return _number(given.get(f"{name}_points")) if worth == OWN else worth


def _number(text: Any) -> str:
    """Return a number as rules hold it; what is none is refused with the rules."""
    typed = str(text or "0").strip().replace(",", ".").replace("−", "-")
    try:
        # A few characters of an exponent make a number that no memory holds.
        return typed if "e" in typed.lower() else str(Fraction(typed))
    except (ValueError, ZeroDivisionError):
        return typed


def _worth_words(worth: object) -> str:
    if isinstance(worth, Fraction):
        return exact(worth)
    return str(_WORTHS[str(worth)])
