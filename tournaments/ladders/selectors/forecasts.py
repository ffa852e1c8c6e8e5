"""What a ladder expects of a planned table, and what each result would change. Nothing is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from games.core.outcome import shared_places
from replays.errors import KaitenError
from replays.legality import require_places, require_scores
from tournaments.ladders.models import Ladder, LadderPlayer
from tournaments.ladders.ratings.eligibility import LEAST_RATED
from tournaments.ladders.ratings.rating_system import Chance, Change, Seat, Standing
from tournaments.ladders.ratings.rules import LadderRules, rules_from_data
from tournaments.ladders.ratings.systems import system_of
from tournaments.people.models import Kind
from tournaments.people.selectors.players import roots_of

MOST_SEATS = 8


@dataclass(frozen=True, slots=True)
class Planned:
    """One seat of a planned table; guests and bots are skipped as the ladder's rules say."""

    player: UUID
    rated: bool
    shown: float | None
    chance: Chance | None
    change: Change | None = None
    shown_after: float | None = None


def forecast(
    ladder: Ladder,
    players: Sequence[UUID],
    places: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
) -> tuple[Planned, ...]:
    """Return what to expect of a table and, with a result, what that would change.

    Scores without places are a result too: the highest is first. Raises `unknown_player`,
    `player_twice`, `too_many_at_table`, `too_few_rated`, `bad_places` or `bad_scores`.
    """
    if places is None and scores is not None:
        places = shared_places(scores)
    if places is not None:
        require_places(places, len(players))
        require_scores(scores, len(players))
    rules = rules_from_data(ladder.rules)
    system = system_of(rules)
    roots = _roots(ladder, rules, players)
    rated = [seat for seat, (_id, counts) in enumerate(roots) if counts]
    if len(rated) < LEAST_RATED:
        raise KaitenError("too_few_rated", 409)
    standings = _standings(ladder, [roots[seat][0] for seat in rated], system.first())
    chances = dict(zip(rated, system.chances(standings), strict=True))
    known = dict(zip(rated, standings, strict=True))
    changes: dict[int, Change] = {}
    if places is not None:
        seats = [
            Seat(roots[seat][0], places[seat], scores[seat] if scores is not None else None)
            for seat in rated
        ]
        changes = dict(zip(rated, system.rate(seats, standings), strict=True))
    return tuple(
        Planned(
            player=root,
            rated=counts,
            shown=system.shown(known[seat].mu, known[seat].sigma) if counts else None,
            chance=chances.get(seat),
            change=change,
            shown_after=system.shown(change.mu, change.sigma) if change is not None else None,
        )
        for seat, (root, counts) in enumerate(roots)
        for change in [changes.get(seat)]
    )


def _roots(ladder: Ladder, rules: LadderRules, players: Sequence[UUID]) -> list[tuple[UUID, bool]]:
    if not LEAST_RATED <= len(players) <= MOST_SEATS:
        raise KaitenError("too_many_at_table", 422)
    known = roots_of(players)
    for player in players:
        if player not in known or known[player].club_id != ladder.club_id:
            raise KaitenError("unknown_player", 422, player=str(player))
    roots = [known[player] for player in players]
    if len({root.id for root in roots}) < len(roots):
        raise KaitenError("player_twice", 422)
    return [
        (root.id, not root.guest and (root.kind != Kind.BOT or rules.bots == "rate"))
        for root in roots
    ]


def _standings(ladder: Ladder, players: Sequence[UUID], newcomer: Standing) -> list[Standing]:
    """Return where players stand; those from a start list have their row before they play."""
    rows = LadderPlayer.objects.filter(ladder=ladder, player_id__in=players)
    known = {row.player_id: Standing(row.mu, row.sigma, row.matches, row.firsts) for row in rows}
    return [known.get(player, newcomer) for player in players]
