"""Nobody is to know any more who somebody was: an event, after which the names are gone.

No log changes by it: events know people by id. What lies beside the logs is emptied in the same
transaction: names, the link to an account, claims, and notes that mention them.
"""

from collections.abc import Collection
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match, Note
from replays.services.append import Appended, answered_once, append_events, new_event
from tournaments.people.events import CLUB_STREAM, PlayerAnonymised
from tournaments.people.models import Kind, Player
from tournaments.people.names import fold
from tournaments.people.selectors.players import merged_ids, player_of, root_of
from tournaments.people.selectors.streams import club_standing

_LOGGED: list[type[models.Model]] = [Match]
"""What has a log and a club, so that notes may lie beside it."""


def look_for_notes(*logged: type[models.Model]) -> None:
    """Let notes beside the logs of these rows be emptied too when they mention somebody."""
    _LOGGED.extend(one for one in logged if one not in _LOGGED)


@answered_once
def anonymise_player(
    *, player_id: UUID, envelope: Envelope, expected_version: int | None = None
) -> Appended:
    """Erase for good what is known of a person, under every entry that was merged with them.

    Raises `bot_not_editable` and, if that was done before, `player_anonymised`.
    """
    root = root_of(player_of(player_id))
    if root.kind == Kind.BOT:
        raise KaitenError("bot_not_editable", 409)
    known = club_standing(root.club_id)
    fresh = sorted(merged_ids({root.id}) - known.state.anonymised)
    if not fresh:
        raise KaitenError("player_anonymised", 409)
    with transaction.atomic():
        people = list(Player.objects.filter(pk__in=fresh))
        notes = notes_about(people)
        done = append_events(
            stream_id=root.club_id,
            kind=CLUB_STREAM,
            expected_version=known.version if expected_version is None else expected_version,
            events=[new_event(PlayerAnonymised(player=one)) for one in fresh],
            envelope=envelope,
        )
        Note.objects.filter(pk__in=notes).update(text="", erased_at=envelope.now)
        _forget_in_admin(fresh)
    return done


def notes_about(people: Collection[Player]) -> list[int]:
    """Return the notes beside a club's logs that mention one of these people of it."""
    names = {name for player in people for name in _telling(player)}
    clubs = {player.club_id for player in people}
    if not names:
        return []
    logs = [model._default_manager.filter(club_id__in=clubs).values("pk") for model in _LOGGED]
    beside = models.Q(*(("stream__in", ids) for ids in logs), _connector=models.Q.OR)
    notes = Note.objects.filter(beside | models.Q(stream__in=clubs), erased_at=None)
    return [
        pk
        for pk, text in notes.values_list("pk", "text")
        if any(f" {name} " in f" {fold(text)} " for name in names)
    ]


def _telling(player: Player) -> set[str]:
    """Return the words that tell who somebody is: a first name alone only if it is all there is."""
    names = {fold(player.last_name), fold(player.nickname)} - {""}
    return names or {fold(player.first_name)} - {""}


def _forget_in_admin(players: Collection[UUID]) -> None:
    """Leave no name in the admin's own list of what was done there."""
    kind = ContentType.objects.get_for_model(Player)
    lines = LogEntry.objects.filter(content_type=kind, object_id__in=map(str, players))
    for line in lines:
        line.object_repr, line.change_message = str(line.object_id), ""
    LogEntry.objects.bulk_update(lines, ["object_repr", "change_message"])
