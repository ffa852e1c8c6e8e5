"""Who did it, in words, for those who may know."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F, Value
from django.utils.translation import gettext as _

from replays.envelope import BOT
from replays.ports import Actor
from tournaments.people.labels import public_label
from tournaments.people.models import ApiToken, Player, User


def actor_words(actors: Collection[Actor]) -> dict[Actor, str]:
    """Return everybody among some actors in the active language, after at most one query.

    An account is its user name, a token its name and its account's; what is gone is a former
    account.
    """
    sought = {actor: id_ for actor in set(actors) if (id_ := _id_of(actor)) is not None}
    known = _known(sought.values()) if sought else {}
    words = {actor: known.get(id_) or _("a former account") for actor, id_ in sought.items()}
    others = {"cli": _("the server"), "system": _("the server"), "batch": _("a bot")}
    others[BOT] = _("a bot")
    return words | {actor: others.get(actor, actor) for actor in actors if actor not in words}


def accounts_of(actors: Collection[Actor]) -> dict[Actor, UUID]:
    """Return the account behind each actor that has one, whether it may do anything or not."""
    sought = {actor: id_ for actor in set(actors) if (id_ := _id_of(actor)) is not None}
    tokens = [id_ for actor, id_ in sought.items() if actor.startswith("token:")]
    owners = dict(ApiToken.objects.filter(pk__in=tokens).values_list("pk", "user_id"))
    accounts = {actor: owners.get(id_) if id_ in tokens else id_ for actor, id_ in sought.items()}
    return {actor: account for actor, account in accounts.items() if account is not None}


def author_labels(actors: Collection[Actor], club_id: UUID) -> dict[Actor, str]:
    """Return the public names, as players of a club, of those actors that have one there."""
    players = _players_of(actors, club_id)
    return {actor: public_label(player) for actor, player in players.items()}


def own_player(actor: Actor, club_id: UUID) -> UUID | None:
    """Return the player that an actor is in a club; None for nobody there."""
    player = _players_of([actor], club_id).get(actor)
    return player.id if player else None


def _players_of(actors: Collection[Actor], club_id: UUID) -> dict[Actor, Player]:
    accounts = accounts_of(actors)
    linked = Player.objects.filter(
        club_id=club_id, user_id__in=set(accounts.values()), merged_into=None
    )
    players = {player.user_id: player for player in linked}
    return {actor: players[account] for actor, account in accounts.items() if account in players}


def _id_of(actor: Actor) -> UUID | None:
    kind, _colon, id_ = actor.partition(":")
    try:
        return UUID(id_) if kind in ("user", "token") else None
    except ValueError:
        return None


def _known(ids: Collection[UUID]) -> dict[UUID, str]:
    accounts = User.objects.filter(pk__in=ids).order_by()
    tokens = ApiToken.objects.filter(pk__in=ids).order_by()
    rows = accounts.values_list("pk", "username", Value("")).union(
        tokens.values_list("pk", F("user__username"), F("name"))
    )
    return {id_: f"{token} ({account})" if token else account for id_, account, token in rows}
