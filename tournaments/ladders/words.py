"""Ratings in the reader's language: titles, rounded numbers, and why a rating moved."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _

from replays.installed import name_of_game
from tournaments.ladders.errors import MESSAGES
from tournaments.ladders.models import Ladder, LadderUsual
from tournaments.ladders.ratings.rating_system import Change, Part

MINUS = "−"
DECIMALS = {"elo": 0, "openskill": 1}
"""Digits after the point: an OpenSkill rating is some dozens at most."""


def ladder_title(ladder: Ladder) -> str:
    """Return how a ladder is called; the usual ones in the reader's language."""
    if ladder.title:
        return ladder.title
    if ladder.usual == LadderUsual.GAME:
        return name_of_game(ladder.rules["games"][0], get_language() or "en")
    return _("All games")


def rating_text(value: float | None, system: str, nobody: str = "") -> str:
    """Return a rating as it is shown; `nobody` where there is none."""
    if value is None:
        return nobody
    digits = DECIMALS[system]
    # number_format cuts digits off; adding zero takes the sign from a rounded −0.
    whole = round(value, digits) + 0.0
    return number_format(whole, digits, use_l10n=True).replace("-", MINUS)


def signed_text(value: float, system: str) -> str:
    """Return a change of a rating as it is shown, with its sign."""
    digits = DECIMALS[system]
    text = number_format(abs(round(value, digits)), digits, use_l10n=True)
    if not round(value, digits):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def step_text(before: float, after: float, system: str) -> str:
    """Return a change as readers see it between two ratings that are shown: 1558 to 1551 is −7."""
    digits = DECIMALS[system]
    return signed_text(round(after, digits) - round(before, digits), system)


def change_words(
    change: Change, places: Mapping[UUID, int], labels: Mapping[UUID, str], system: str
) -> str:
    """Return why a rating moved: “+12: beat Ana (+9) and Bo (+6), lost to Chloé (−3)”.

    The parts are rounded so that what is shown adds up, from one shown rating to the next.
    """
    digits = DECIMALS[system]
    whole = round(round(change.mu, digits) - round(change.before.mu, digits), digits)
    shown = dict(zip(change.parts, _rounded(change.parts, whole, digits), strict=True))
    beaten = [part for part in change.parts if places[part.opponent] > change.place]
    level = [part for part in change.parts if places[part.opponent] == change.place]
    lost = [part for part in change.parts if places[part.opponent] < change.place]
    clauses = []
    for parts, words in (
        (beaten, gettext("beat %(people)s")),
        (level, gettext("drew with %(people)s")),
        (lost, gettext("lost to %(people)s")),
    ):
        if parts:
            named = [
                f"{labels.get(part.opponent, '?')} ({signed_text(shown[part], system)})"
                for part in parts
            ]
            clauses.append(words % {"people": listed(named)})
    return _("%(change)s: %(why)s") % {
        "change": signed_text(whole, system),
        "why": ", ".join(clauses),
    }


def listed(texts: Sequence[str]) -> str:
    """Return texts as one enumeration: “a, b and c”."""
    if len(texts) < 2:
        return "".join(texts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(texts[:-1]), "last": texts[-1]}


def reason_words(reason: str) -> str:
    """Return why a ladder does not count a match."""
    if reason == "match_voided":
        return _("The match was voided.")
    if reason == "player_twice":
        return _("Two seats of the match belong to the same player.")
    return str(MESSAGES[reason])


def _rounded(parts: Sequence[Part], whole: float, digits: int) -> list[float]:
    """Round parts so that they add up to the rounded whole: the largest remainders give way."""
    step = 10.0**-digits
    cut = [round(part.delta, digits) for part in parts]
    missing = round((whole - sum(cut)) / step)
    sign = 1 if missing > 0 else -1
    by_error = sorted(range(len(parts)), key=lambda i: (sign * (cut[i] - parts[i].delta), i))
    for i in by_error[: abs(missing)]:
        cut[i] = round(cut[i] + sign * step, digits)
    return cut
