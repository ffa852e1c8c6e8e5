"""Databases of earlier versions become today's, with what they hold."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from replays.append_only import missing_triggers
from replays.models import StoredEvent
from replays.services.verify import verify_stream
from tests.factories import NOW, make_token
from tests.plugins.databases import FreshDatabase
from tests.tournaments.batches.batch_runs import make_batch
from tests.tournaments.ladders.nights import begun
from tests.tournaments.tournaments.play import Friday, dump, swiss
from tournaments.batches.models import Chunk
from tournaments.ladders.models import LadderDue
from tournaments.people.models import ApiToken
from tournaments.people.standing import widest_scope

pytestmark = pytest.mark.database

UNREAD = {
    "tournaments_tournamentstage",
    "tournaments_tournamentround",
    "tournaments_tournamentseat",
    "tournaments_seasonplace",
}


def tables() -> set[str]:
    return set(connection.introspection.table_names())


def test_unread_tables_go_and_queues_keep_what_they_hold(fresh_database: FreshDatabase) -> None:
    friday = Friday(4, swiss())
    friday.announce()
    make_batch(matches=10, club=friday.club)
    ladder = begun(friday.club, "Old")
    LadderDue.objects.all().delete()
    live, events = dump(friday.id), StoredEvent.objects.count()

    call_command("migrate", "tournaments", "0005", verbosity=0)
    assert tables() >= UNREAD
    old = MigrationExecutor(connection).loader.project_state(("tournaments", "0005_ladders")).apps
    fill_as_before(old, friday, ladder)

    call_command("migrate", verbosity=0)
    assert not tables() & UNREAD
    assert missing_triggers(connection) == []
    assert (dump(friday.id), StoredEvent.objects.count()) == (live, events)
    assert verify_stream(friday.id).ok
    assert Chunk.objects.values_list("attempts", "sent_at").get() == (3, NOW)
    assert LadderDue.objects.values_list("attempts", "sent_at").get() == (0, None)


def fill_as_before(old: StateApps, friday: Friday, ladder: UUID) -> None:
    def make(name: str, **fields: Any) -> Any:
        return old.get_model("tournaments", name).objects.create(id=uuid4(), **fields)

    mine = {"tournament_id": friday.id, "number": 1}
    make("TournamentStage", **mine, format="swiss", status="running", rules={}, seeds=[1])
    make("TournamentRound", **mine, stage=1, byes=[], absent=[])
    table = old.get_model("tournaments", "TournamentTable").objects.get()
    make("TournamentSeat", table=table, seat=0, entrant=1, absent=False)
    make("LadderDue", ladder_id=ladder, cause="rules", subject=ladder, created_at=NOW)
    old.get_model("tournaments", "Chunk").objects.update(sendings=3, sent_at=NOW)


def test_tokens_of_before_keep_what_they_open(fresh_database: FreshDatabase) -> None:
    tokens = [make_token(scopes=scopes)[0] for scopes in (("read",), ("organise",), ("admin",))]
    call_command("migrate", "tournaments", "0011", verbosity=0)
    stored = ApiToken.objects.order_by("created_at")
    before = {token.pk: stored.get(pk=token.pk).scopes for token in tokens}
    assert list(before.values()) == [["read"], ["write"], ["admin"]]
    ApiToken.objects.filter(pk=tokens[1].pk).update(scopes=["read", "write"])
    call_command("migrate", verbosity=0)
    assert [widest_scope(stored.get(pk=token.pk)) for token in tokens] == [
        "read",
        "organise",
        "admin",
    ]
