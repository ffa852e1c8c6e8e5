"""The setup of a match: game, rules version, seats, and every option resolved."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeVar

import msgspec

from games.core.canonical import canonical_json, require_plain
from games.core.errors import RuleViolation

OptionValue = bool | int | str | list[int | str]
OptionKind = Literal["flag", "choice", "set", "integer", "table", "text"]
Placeholder = Literal["made_up", "one_source"]
LONGEST_TEXT = 80

K = TypeVar("K")


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is fixed before the first event; people are not part of it."""

    game: str
    rules: int
    seats: int
    options: dict[str, OptionValue]


def once_per_setup(make: Callable[[Setup], K]) -> Callable[[Setup], K]:
    """Let equal setups share what follows from them; it is worked out when it is first needed."""
    made = lru_cache(maxsize=512)(lambda text: make(msgspec.json.decode(text, type=Setup)))
    return lambda setup: made(canonical_json(setup))


class Option(msgspec.Struct, frozen=True):
    """One thing a club may choose; forms, API and documentation are made from it."""

    name: str
    kind: OptionKind
    default: OptionValue
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    seats: tuple[int, int] | None = None
    check: Callable[[Any, int], str | None] | None = None
    """Given a value and the number of seats, the code of a refusal or None.

    Where a code alone would not say enough the check raises the RuleViolation itself.
    """
    agrees: Callable[[Mapping[str, OptionValue], int], None] | None = None
    """Given every option resolved and the number of seats, raise what does not go together."""
    when: tuple[str, str] | None = None
    """Another option and the choice of it with which alone this one matters; forms hide it else."""
    placeholder: Placeholder | None = None
    """Why the default may not be what is in the box: made up, or known from a single source."""
    box: bool = False
    """Whether it describes the box itself, whoever plays; a placeholder always does."""

    @property
    def of_box(self) -> bool:
        return self.box or self.placeholder is not None

    def is_for(self, seats: int) -> bool:
        """Say whether it matters with so many seats."""
        return self.seats is None or self.seats[0] <= seats <= self.seats[1]


def longest_text(option: Option) -> int:
    """Return how many characters a text option takes: its `most`, or the usual length."""
    return option.most or LONGEST_TEXT


def with_box(
    options: Sequence[Option], box: Mapping[str, OptionValue], chosen: Mapping[str, object]
) -> dict[str, object]:
    """Return what was chosen, and of the rest what a club's box says as far as it matters then."""
    values: dict[str, object] = {option.name: option.default for option in options} | {**chosen}
    filled = dict(chosen)
    for option in options:
        if option.name in chosen or option.name not in box or not option.of_box:
            continue
        if option.when is None or values[option.when[0]] == option.when[1]:
            values[option.name] = filled[option.name] = box[option.name]
    return filled


def resolve_box(
    options: Sequence[Option], seats: Sequence[int], said: Mapping[str, object]
) -> dict[str, OptionValue]:
    """Return what differs in a box from the defaults, or raise what is wrong with it.

    Some number of seats must be able to play with it; the first says why none can.
    """
    known = [option.name for option in options if option.of_box]
    for name in said:
        if name not in known:
            raise RuleViolation("not_in_the_box", option=name, known=known)
    refusals: list[RuleViolation] = []
    for count in seats:
        try:
            resolved = resolve_options(options, count, said)
        except RuleViolation as violation:
            refusals.append(violation)
        else:
            return {o.name: resolved[o.name] for o in options if resolved[o.name] != o.default}
    raise refusals[0]


def resolve_options(
    options: Sequence[Option], seats: int, chosen: Mapping[str, object]
) -> dict[str, OptionValue]:
    """Return every option with its chosen or default value, or raise the code of the refusal."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            raise RuleViolation("unknown_option", option=name, known=sorted(known))
    resolved = {
        option.name: _resolved(option, seats, chosen[option.name])
        if option.name in chosen
        else option.default
        for option in options
    }
    for option in options:
        if option.agrees is not None:
            option.agrees(resolved, seats)
    return resolved


def _resolved(option: Option, seats: int, value: object) -> OptionValue:
    require_plain(value)
    checked = _of_kind(option, value)
    if checked != option.default and option.seats is not None:
        least, most = option.seats
        if not least <= seats <= most:
            raise RuleViolation(
                "option_not_for_seats", option=option.name, seats=seats, least=least, most=most
            )
    code = option.check(checked, seats) if option.check else None
    if code is not None:
        raise RuleViolation(code, option=option.name)
    return checked


def _of_kind(option: Option, value: object) -> OptionValue:
    match option.kind:
        case "flag" if isinstance(value, bool):
            return value
        case "choice" if isinstance(value, str):
            _require_offered(option, [value])
            return value
        case "set" if isinstance(value, list | tuple):
            _require_offered(option, value)
            return [item for item in option.choices if item in value]
        case "text" if isinstance(value, str):
            text = value.strip()
            longest = longest_text(option)
            if not option.least <= len(text) <= longest:
                raise RuleViolation("option_text_length", option=option.name, most=longest)
            return text
        case "integer" if isinstance(value, int) and not isinstance(value, bool):
            if not option.least <= value <= option.most:
                raise RuleViolation(
                    "option_out_of_range", option=option.name, least=option.least, most=option.most
                )
            return value
        case "table" if isinstance(value, list | tuple) and all(
            isinstance(item, int) and not isinstance(item, bool) for item in value
        ):
            return list(value)
        case _:
            raise RuleViolation("option_wrong_kind", option=option.name, kind=option.kind)


def _require_offered(option: Option, items: Sequence[object]) -> None:
    if len(set(map(str, items))) < len(items) or any(item not in option.choices for item in items):
        raise RuleViolation("option_not_offered", option=option.name, choices=list(option.choices))
