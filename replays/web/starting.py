"""Where the form of a new match begins: with what was played last, or with all of it again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games.core.contract import AnyRules
from games.core.words import say
from games.registry import games
from replays.selectors.games import ways_of
from replays.selectors.recent import RecentMatch
from replays.web.access import language
from replays.web.seats import Roster, is_bot, seat_name
from replays.web.setup_forms import Plan
from replays.web.writing import number

USUAL_SEATS = 4
GROUPS = 2
"""How many groups of the last evenings are offered."""
PEOPLE_SHOWN = 10
"""How many people are there to be tapped before somebody looks for more."""


class Group(NamedTuple):
    """People who played something together, and can do so again."""

    again: UUID
    game: str
    way: str
    names: list[str]


class PersonToTap(NamedTuple):
    """Somebody who can be seated; those who are `later` come when they are looked for."""

    value: str
    label: str
    later: bool


def same_again(text: str, recent: Iterable[RecentMatch]) -> RecentMatch | None:
    """Return the match that is to be begun again; None for one that is not among the last."""
    return next((match for match in recent if str(match.id) == text), None)


def plan_of(
    params: Mapping[str, str], clubs: Sequence[tuple[UUID, str]], recent: Sequence[RecentMatch]
) -> Plan:
    """Return what is asked for, and of the rest what was played last."""
    known = {rules.slug: rules for rules in games()}
    ids = {str(club): club for club, _name in clubs}
    wanted = ids.get(params.get("club", ""))
    last = [match for match in recent if match.game in known and wanted in {None, match.club_id}]
    rules = known.get(params.get("game", "")) or next(
        (known[match.game] for match in last), next(iter(known.values()))
    )
    alike = next((match for match in last if match.game == rules.slug), None)
    modes = list(ways_of(rules))
    usual = alike.way if alike and alike.way in modes else modes[0]
    seats = number(params.get("seats"), default=len(alike.players) if alike else USUAL_SEATS)
    return Plan(
        rules=rules,
        seats=max(rules.seats.start, min(seats, rules.seats.stop - 1)),
        club=wanted or next((match.club_id for match in last), clubs[0][0]),
        mode=next((mode for mode in modes if mode == params.get("mode")), usual),
    )


def posted_seats(params: Mapping[str, str], plan: Plan) -> int:
    """Return for how many seats a form was sent, also where its game does not take so many."""
    widest = max(rules.seats.stop - 1 for rules in games())
    return max(plan.least, min(number(params.get("seats"), default=plan.seats), widest))


def initial_of(match: RecentMatch, rules: AnyRules, roster: Roster) -> dict[str, Any]:
    """Return what a form holds that begins a match again, with the club's box as it is today."""
    options = msgspec.json.decode(match.options, type=dict[str, Any])
    kept = {option.name for option in rules.options() if not option.of_box}
    return {
        **{f"player_{seat}": roster.value_of(player) for seat, player in enumerate(match.players)},
        **{f"option_{name}": value for name, value in options.items() if name in kept},
        "source": match.source,
        "rated": match.rated is not False,
    }


def last_groups(recent: Iterable[RecentMatch], plan: Plan, roster: Roster) -> list[Group]:
    """Return the groups that played last in a club, each once with each game, newest first."""
    known = {rules.slug: rules for rules in games()}
    groups: dict[object, Group] = {}
    for match in recent:
        people = [roster.value_of(player) for player in match.players]
        if match.club_id != plan.club or match.game not in known or not any(people):
            continue
        rules = known[match.game]
        group = Group(
            again=match.id,
            game=match.title or say(rules.words, "game.name", language()),
            way=ways_of(rules).get(match.way, ""),
            names=[roster.labels.get(who) or seat_name(seat) for seat, who in enumerate(people)],
        )
        groups.setdefault((match.game, match.title, match.way, tuple(sorted(people))), group)
    return list(groups.values())[:GROUPS]


def people_to_tap(recent: Iterable[RecentMatch], plan: Plan, roster: Roster) -> list[PersonToTap]:
    """Return everybody of a roster: who played last, everybody else by name, then the bots."""
    played = [
        roster.value_of(player)
        for match in recent
        if match.club_id == plan.club
        for player in match.players
    ]
    order = {who: place for place, who in reversed([*enumerate(filter(None, played))])}
    people = sorted(roster.labels, key=lambda who: (is_bot(who), order.get(who, len(played))))
    return [
        PersonToTap(
            who, roster.labels[who], who not in order if is_bot(who) else place >= PEOPLE_SHOWN
        )
        for place, who in enumerate(people)
    ]
