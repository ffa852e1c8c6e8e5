"""The sheets that an evening is printed on."""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.tournaments.web.room import rankings, seatings

if TYPE_CHECKING:
    from tournaments.tournaments.web.pages import TournamentPage

OF_A_ROUND = ("tables", "names", "slips")


class Sheet(NamedTuple):
    """What is printed, and what else could be."""

    code: str
    title: str
    items: Any
    choices: list[tuple[str, str]]

    @property
    def of_round(self) -> bool:
        """Whether it belongs to the newest round."""
        return self.code in OF_A_ROUND


def sheet_of(page: "TournamentPage", code: str) -> Sheet:
    """Return a sheet by its name, or raise Http404."""
    titles = {
        "tables": _("Pairings by table"),
        "names": _("Pairings by name"),
        "slips": _("Result slips"),
        "standings": _("Standings"),
    }
    if page.bracket is not None:
        titles["bracket"] = _("Bracket")
    if code not in titles:
        raise Http404
    match code:
        case "tables":
            items: Any = page.open_cards if page.is_open else page.cards
        case "names":
            items = seatings(page)
        case "slips":
            items = page.open_cards
        case "standings":
            items = rankings(page)
        case _:
            items = page.bracket
    return Sheet(code, titles[code], items, list(titles.items()))
