"""The options a match is played by, in words."""

from dataclasses import dataclass

from games.core.contract import AnyRules
from games.core.setup import Option, OptionValue, Setup
from games.core.words import help_of, say
from replays.selectors.games import spoken


@dataclass(frozen=True, slots=True)
class OptionLine:
    label: str
    value: str
    help: str
    unusual: bool
    """True for a ruling that is not the one most tables play by."""
    stands_out: bool
    """True for what people want to know at once: what the match is made of, and what differs."""


@dataclass(frozen=True, slots=True)
class OptionList:
    """Every option that matters in a match."""

    lines: tuple[OptionLine, ...]

    @property
    def outstanding(self) -> list[OptionLine]:
        return [line for line in self.lines if line.stands_out]


def option_list(rules: AnyRules, setup: Setup, language: str) -> OptionList:
    """Return the options of a match; those that cannot matter in it are left out."""
    return OptionList(
        tuple(
            _line(rules, option, setup.options[option.name], language)
            for option in rules.options()
            if option.name in setup.options and _matters(option, setup)
        )
    )


def _matters(option: Option, setup: Setup) -> bool:
    if not option.is_for(setup.seats):
        return False
    return option.when is None or setup.options.get(option.when[0]) == option.when[1]


def _line(rules: AnyRules, option: Option, value: OptionValue, language: str) -> OptionLine:
    key = f"option.{option.name}"
    differs = value != option.default
    chosen_each_time = option.agrees is not None or option.when is not None or option.kind == "text"
    return OptionLine(
        label=say(rules.words, key, language),
        value=spoken(rules, option, value, language),
        help=help_of(rules.words, option, language),
        unusual=differs and not chosen_each_time,
        stands_out=differs or option.agrees is not None,
    )
