"""Who did it, in words, for those who may know."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F, Value
from django.utils.translation import gettext as _

from replays.ports import BOT, Actor
from tournaments.people.models import ApiToken, User


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
