"""What a club may choose: the menu, and every point on which tables differ.

The rulings are in `rulings.py`, each with the option that decides otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from games.core.errors import RuleViolation
from games.core.setup import Option, OptionValue
from games.sushi_go_party.components import A_LA_CARTE, BY_NAME, COMPOSITION, MENUS, TYPE_NAMES

_OFFERED = tuple(name for name in TYPE_NAMES if name != "nigiri")


def menu_of(options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """Return the types of cards in play, nigiri first, in the order of the box."""
    own = options["menu"] == A_LA_CARTE
    chosen = cast(Sequence[str], options["cards"]) if own else MENUS[str(options["menu"])]
    return tuple(name for name in TYPE_NAMES if name == "nigiri" or name in chosen)


def require_menu(options: Mapping[str, OptionValue], seats: int) -> None:
    """Raise the reason why these cards make no menu, or not for so many seats."""
    own = options["menu"] == A_LA_CARTE
    if options["cards"] and not own:
        raise RuleViolation("cards_need_a_la_carte", menu=options["menu"])
    names = menu_of(options)
    for group, wanted in COMPOSITION.items():
        chosen = [name for name in names if BY_NAME[name].group == group]
        if len(chosen) != wanted:
            raise RuleViolation(
                "menu_wrong_composition", group=[group], wanted=wanted, found=len(chosen)
            )
    for name in names:
        least, most = BY_NAME[name].seats
        if not least <= seats <= most:
            raise RuleViolation(
                "card_not_for_seats", cards=[name], seats=seats, least=least, most=most
            )


OPTIONS = (
    Option("menu", "choice", "sushi_go", choices=(*MENUS, A_LA_CARTE), agrees=require_menu),
    Option("cards", "set", [], choices=_OFFERED, when=("menu", A_LA_CARTE)),
    Option("uramaki", "choice", "fr", choices=("fr", "en"), box=True),
    Option("skip_place_after_tie", "flag", default=False),
    Option("chopsticks_after_reveal", "flag", default=False),
    Option("chopsticks_together", "flag", default=False),
    Option("wasabi_same_turn", "flag", default=True),
    Option("many_bonus_cards", "flag", default=False),
    Option("commit_before_reveal", "flag", default=False),
    Option("copied_bonus_returns", "choice", "copy", choices=("copy", "original")),
    Option("takeout_frees_wasabi", "flag", default=True),
    Option("packed_desserts", "choice", "leave", choices=("leave", "return")),
    Option("tea_counts_desserts", "flag", default=True),
)
