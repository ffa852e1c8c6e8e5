"""Begins a match on a phone, as the server will once it hears of it. It runs in the browser."""

from collections.abc import Mapping, Sequence

import msgspec

from games.core.canonical import canonical_json
from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.setup import Option, OptionValue, with_box
from games.core.words import say
from games.registry import rules_of
from replays.offline.phone import Told
from replays.web.entries import Fields


class Asked(msgspec.Struct, frozen=True):
    """The form of a new match, and what its page knows of the club."""

    fields: list[tuple[str, str]]
    labels: list[str]
    box: dict[str, OptionValue]
    language: str


def begin(asked: str) -> str:
    """Return the match as the server would tell it, or say by code and words what is wrong."""
    form = msgspec.json.decode(asked, type=Asked)
    fields = Fields(form.fields)
    rules = rules_of(fields.get("game"))
    seats = len(form.labels)
    try:
        options = with_box(rules.options(), form.box, _chosen(rules, seats, fields))
        setup = make_setup(rules, seats=seats, options=options)
    except RuleViolation as refusal:
        words = say(rules.words, f"code.{refusal.code}", form.language, **refusal.params)
        return canonical_json({"code": refusal.code, "words": words})
    title = say(rules.words, "game.name", form.language)
    told = Told.begun(setup, _apart(form.labels), form.language, title)
    return canonical_json({"code": "", "told": canonical_json(told)})


def _chosen(rules: AnyRules, seats: int, fields: Fields) -> Mapping[str, object]:
    """Return the options that a form asks for with so many seats, and with each other."""
    offered = [option for option in rules.options() if option.is_for(seats)]
    names = {option.name for option in offered}
    chosen: dict[str, object] = {}
    for option in offered:
        other, choice = option.when or ("", "")
        if other not in names or chosen.get(other) == choice:
            chosen[option.name] = _value(option, fields.getlist(f"option_{option.name}"))
    return chosen


def _value(option: Option, texts: Sequence[str]) -> object:
    """Return what the inputs of an option mean."""
    text = texts[-1] if texts else ""
    match option.kind:
        case "flag":
            return bool(texts)
        case "set":
            return list(texts)
        case "integer" | "table":
            words = text.replace(",", " ").replace("−", "-").split()
            try:
                numbers = [int(word) for word in words]
            except ValueError:
                numbers = []
            if option.kind == "table" and numbers:
                return numbers
            return numbers[0] if len(numbers) == 1 else text  # which the rules refuse
        case _:
            return text


def _apart(labels: Sequence[str]) -> list[str]:
    """Return the labels of the seats, no two alike."""
    return [
        f"{label} ({seat + 1})" if labels.count(label) > 1 else label
        for seat, label in enumerate(labels)
    ]
