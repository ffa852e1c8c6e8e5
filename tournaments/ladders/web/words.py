"""Ladders in sentences: their rules, and what was rated anew."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from replays.web.pages import game_name
from tournaments.ladders.models import LadderNote, NoteCause
from tournaments.ladders.ratings.rules import LadderRules, day_of
from tournaments.ladders.words import listed, rating_text

MOVES_SHOWN = 6
"""Of a re-rating; the others are folded away."""

SOURCES: Mapping[str, str | Promise] = {
    "table": gettext_lazy("at the table"),
    "online": gettext_lazy("online"),
    "bots": gettext_lazy("between bots"),
}
"""Where matches are played."""


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A re-rating as the page tells it."""

    day: str
    cause: str
    address: str
    """Where the match or player is that caused it; empty where there is none."""
    counted: str
    moves: tuple[str, ...]
    more: tuple[str, ...]


def counting(rules: LadderRules, zone: ZoneInfo) -> Iterator[str]:
    """Say which matches a ladder counts, in sentences."""
    names = listed([game_name(slug) for slug in rules.games])
    yield (
        _("Matches of %(games)s count.") % {"games": names}
        if names
        else _("Matches of every game count.")
    )
    yield from _dates(day_of(rules.since, "since"), day_of(rules.until, "until"))
    if rules.after is not None:
        began = datetime.fromisoformat(rules.after).astimezone(zone)
        yield _("Matches that ended after %(moment)s count.") % {
            "moment": date_format(began, "DATETIME_FORMAT")
        }
    if rules.tournaments_only:
        yield _("Only matches of tournaments count.")
    yield _(
        "Where nothing was decided when a match began, it counts if it was played %(where)s."
    ) % {"where": _either([str(SOURCES[source]) for source in rules.sources])}
    yield (
        _("Imported matches count too.")
        if rules.imports
        else _("Imported matches do not count, except those of a tournament.")
    )
    yield {
        "leave_out": _("A match with a bot at the table does not count."),
        "skip": _("Bots at the table are skipped; the others are rated among themselves."),
        "rate": _("Bots are rated like people."),
    }[rules.bots]
    yield {
        "never": _("A match that was stopped before its end does not count."),
        "on_time": _("A stopped match counts if it ran out of time, not if somebody left."),
        "always": _("A stopped match with a result counts."),
    }[rules.stopped]
    yield {
        "skip": _("A seat that changed hands is skipped."),
        "last": _("A seat that changed hands counts for whoever sat there last."),
        "first": _("A seat that changed hands counts for whoever sat there first."),
    }[rules.taken_over]
    yield _("Guests are skipped; whoever else sat at the table is rated.")


def rating(rules: LadderRules) -> Iterator[str]:
    """Say how a ladder rates, in sentences."""
    return _elo(rules) if rules.system == "elo" else _openskill()


def _elo(rules: LadderRules) -> Iterator[str]:
    k = rules.k
    yield _(
        "Elo by pairs: everybody plays a small match against each opponent at the table, and what "
        "one wins the other loses, as far as both move at the same speed."
    )
    yield _("Newcomers begin at %(start)s.") % {"start": rules.start}
    yield _(
        "A rating moves fast at first (K %(provisional)s for %(first)s matches), then normally "
        "(K %(normal)s), and slowly from %(later)s matches on (K %(established)s). K is shared "
        "out over the opponents."
    ) % {
        "provisional": k.provisional,
        "first": k.provisional_matches,
        "normal": k.normal,
        "later": k.established_from,
        "established": k.established,
    }
    if rules.margin is not None:
        yield _(
            "Narrow wins count for less: %(share)s %% of a win depend on the difference of the "
            "scores, and from %(full)s points on it counts whole."
        ) % {"share": rules.margin.share, "full": rules.margin.full}


def _openskill() -> Iterator[str]:
    yield _(
        "OpenSkill (Plackett-Luce): every player has an estimated strength and an uncertainty that "
        "shrinks with every match."
    )
    yield _(
        "The rating shown is what somebody is almost surely worth at least: the estimate less "
        "three times the uncertainty. Both stand beside it as estimate ± margin."
    )


def absence(rules: LadderRules) -> Iterator[str]:
    """Say when a rating is to be taken with care, and when somebody is not listed."""
    if rules.provisional_matches:
        yield ngettext(
            "Before %(count)s match a rating is provisional and marked with “?”.",
            "Before %(count)s matches a rating is provisional and marked with “?”.",
            rules.provisional_matches,
        ) % {"count": rules.provisional_matches}
    if rules.stale_days is not None:
        text = _("After %(count)s days without a match it is marked again.")
        yield text % {"count": rules.stale_days}
    if rules.hidden_days is not None:
        text = _("After %(count)s days without a match somebody is not ranked; nothing is deleted.")
        yield text % {"count": rules.hidden_days}


def note_line(
    note: LadderNote, labels: Mapping[UUID, str], system: str, zone: ZoneInfo
) -> NoteLine:
    """Return a re-rating in words; moves too small to be seen are left out."""
    moves = [
        text
        for player, before, after in note.moves
        if (text := _move(labels.get(UUID(player), "?"), before, after, system))
    ]
    counted = ngettext(
        "%(count)s match was recalculated.", "%(count)s matches were recalculated.", note.matches
    ) % {"count": note.matches}
    return NoteLine(
        day=_day(note.at, zone),
        cause=_cause(note, labels, zone),
        address=_address(note),
        counted=counted,
        moves=tuple(moves[:MOVES_SHOWN]),
        more=tuple(moves[MOVES_SHOWN:]),
    )


def _cause(note: LadderNote, labels: Mapping[UUID, str], zone: ZoneInfo) -> str:
    day = _day(note.since, zone) if note.since is not None else "?"
    match note.cause:
        case NoteCause.LATE:
            return _("A match of %(day)s was entered late") % {"day": day}
        case NoteCause.CORRECTED:
            return _("A match of %(day)s was corrected") % {"day": day}
        case NoteCause.REMOVED:
            return _("A match of %(day)s does not count any more") % {"day": day}
        case NoteCause.PLAYER:
            name = labels.get(note.subject, "?")
            return _("%(name)s was merged or changed") % {"name": name}
        case NoteCause.RULES:
            return _("The rules or the start list changed")
        case _:
            return _("The ladder was rebuilt")


def _address(note: LadderNote) -> str:
    if note.cause in (NoteCause.LATE, NoteCause.CORRECTED, NoteCause.REMOVED):
        return reverse("replays:match", args=[note.subject])
    if note.cause == NoteCause.PLAYER:
        return reverse("tournaments:player", args=[note.subject])
    return ""


def _move(name: str, before: float | None, after: float | None, system: str) -> str:
    was, now = rating_text(before, system), rating_text(after, system)
    if not now:
        return _("%(name)s (%(was)s) is not on the ladder any more") % {"name": name, "was": was}
    if not was:
        return _("%(name)s enters at rank %(now)s") % {"name": name, "now": now}
    return f"{name} {was} → {now}" if was != now else ""


def _dates(first: date | None, last: date | None) -> Iterator[str]:
    words = {
        "first": date_format(first, "DATE_FORMAT") if first else "",
        "last": date_format(last, "DATE_FORMAT") if last else "",
    }
    if first and last:
        yield _("Only matches from %(first)s to %(last)s count.") % words
    elif first:
        yield _("Only matches from %(first)s on count.") % words
    elif last:
        yield _("Only matches up to %(last)s count.") % words


def _either(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return _("%(first)s or %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def _day(moment: datetime, zone: ZoneInfo) -> str:
    return date_format(moment.astimezone(zone), "DATE_FORMAT")
