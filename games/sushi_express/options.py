"""What a club may choose at Sushi Express: section 5 of the rulings leaves only colours open."""

from games.core.errors import RuleViolation
from games.core.setup import Option
from games.sushi_express.components import OTHER_COLOURS, USUAL_COLOURS


def _six_colours(colours: list[str], _seats: int) -> str | None:
    return None if len(colours) == len(USUAL_COLOURS) else "not_six_colours"


def not_in_box(customer: str) -> RuleViolation:
    """Return the refusal of a colour that the box lacks, unless the option is corrected."""
    return RuleViolation("customer_not_in_box", customers=[customer], option="other_colours")


OPTIONS = (
    Option(
        name="other_colours",
        kind="set",
        default=list(USUAL_COLOURS),
        choices=OTHER_COLOURS,
        check=_six_colours,
        placeholder="made_up",
    ),
)
