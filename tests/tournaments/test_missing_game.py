"""A club whose game is no longer installed: every page, list, task and command still answers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match, MatchSeat
from replays.services import outbox
from replays.services.rebuild import complete_bare_rows, rebuild_all
from replays.services.verify import verify_stream
from tests.factories import NOW, make_user
from tests.games.away import without
from tests.known import known
from tests.tournaments.batches.batches import make_batch, play_all
from tests.tournaments.ladders.nights import played, work
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.director.play import rules
from tests.tournaments.tournaments.evenings import Evening, owed
from tests.tournaments.tournaments.play import Friday, dump, swiss
from tournaments.backups.archive import pack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import Restored, restore_club
from tournaments.batches.models import Batch, BatchStatus, Chunk
from tournaments.batches.services.chunks import run_chunk
from tournaments.ladders.commands import LADDER_COMMANDS
from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import lead
from tournaments.ladders.services.updates import rebuild_ladders
from tournaments.people.models import Club, Player
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.services.bots import enter_bots, play_tables
from tournaments.tournaments.services.files import import_tournament

pytestmark = pytest.mark.django_db

GAME = "sushi_bar"
JSON = "application/json"
ASKS_RULES = {
    "replays:kgn",
    "replays:record",
    "replays:type",
    "replays:override",
    "replays:amend",
    "replays:branch",
    "replays:frames",
    "replays:picture_svg",
    "replays:picture_png",
    "api-state",
    "api-needs",
    "api-export",
}
"""What nobody can show without the rules: it is refused by name."""
ELSEWHERE = {"set_language", "login", "logout", "schema", "api-docs"}
"""What no game is named in."""


@dataclass
class World:
    """Everything that can name a game: matches, a tournament, an evening, a ladder, a batch."""

    friday: Friday
    evening: Friday
    ladder: Ladder
    season: UUID
    batch: Batch
    finished: UUID
    running: UUID
    reported: UUID

    def addresses(self, match: UUID, *, alone: bool = False) -> Iterator[tuple[str, str]]:
        """Yield the name and the address of every page and every list, or those of the match."""
        values = {
            "match_id": match,
            "tournament_id": self.friday.id,
            "ladder_id": self.ladder.id,
            "season_id": self.season,
            "batch_id": self.batch.id,
            "player_id": known(Player.objects.filter(club=self.friday.club).first()).id,
            "club_id": self.friday.club.id,
            "club": self.friday.club.slug,
            "secret": "guessed",
            "digest": "guessed",
            **dict.fromkeys(("invitation_id", "user_id", "claim_id", "token_id"), UUID(int=1)),
            **dict.fromkeys(("webhook_id", "delivery_id", "id_"), UUID(int=1)),
            **dict.fromkeys(("stage", "round_", "round", "table"), 1),
            **{
                "version": 2,
                "name": "propose",
                "guide": "organiser",
                "kind": "csv",
                "part": 0,
                "slug": GAME,
                "game": GAME,
                "number": 1,
            },
        }
        for name, pattern in named_patterns():
            wanted = {one: values[one] for one in pattern.pattern.converters}
            if not alone or "match_id" in wanted:
                yield name, reverse(name, kwargs=wanted)
        for name in () if alone else ("tournament", "tournament-plan"):
            yield f"evening: {name}", reverse(f"tournaments:{name}", args=[self.evening.id])


def named_patterns() -> Iterator[tuple[str, URLPattern]]:
    """Yield every named address of the site but those of the admin and of signing in."""
    for resolver in get_resolver().url_patterns:
        if isinstance(resolver, URLResolver) and resolver.app_name != "admin":
            yield from _inside(resolver, "")


def _inside(resolver: URLResolver, namespace: str) -> Iterator[tuple[str, URLPattern]]:
    namespace = f"{resolver.namespace}:" if resolver.namespace else namespace
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _inside(pattern, namespace)
        elif pattern.name and pattern.name not in ELSEWHERE:
            yield f"{namespace}{pattern.name}", pattern


@pytest.fixture
def world() -> World:
    friday = Friday(8, swiss(games=[{"game": GAME}]))
    friday.announce()
    friday.play_by_bots(1)
    friday.do("start_table", stage=1, round=1, table=2)
    evening = Friday(6, rules("open", games=[{"game": GAME}], sizes=[2, 3, 4]))
    people = list(Player.objects.filter(club=friday.club).order_by("pk"))
    reported = played(friday.club, people[:2], [9, 4], game=GAME)
    batch = make_batch(friday.club, game=GAME, matches=2)
    play_all(batch)
    work()
    return World(
        friday=friday,
        evening=evening,
        ladder=Ladder.objects.get(club=friday.club, usual="game"),
        season=make_season(friday.club, evenings=[friday.id]),
        batch=batch,
        finished=friday.table(1).match,
        running=friday.table(2).match,
        reported=reported,
    )


def test_every_page_and_every_list_answers_without_the_game(world: World) -> None:
    staff = Client()
    staff.force_login(make_user("staff", staff=True))

    def statuses() -> dict[str, int]:
        addresses = world.addresses(world.finished)
        return {name: staff.get(address).status_code for name, address in addresses}

    before = statuses()
    with without(GAME):
        away = statuses()
        for match in (world.running, world.reported):
            for name, address in world.addresses(match, alone=True):
                seen = {visitor.get(address).status_code for visitor in (staff, Client())}
                assert max(seen) < 500, name
                assert 409 not in seen or name in ASKS_RULES, name
    changed = {name: status for name, status in away.items() if status != before[name]}
    of_the_game = ("api-game", "api-box", "replays:game", "replays:calculator", "tournaments:box")
    assert changed == dict.fromkeys(ASKS_RULES, 409) | dict.fromkeys(of_the_game, 404)
    assert before.keys() >= ASKS_RULES


def test_nothing_that_is_sent_to_any_address_fails_without_the_game(world: World) -> None:
    staff = Client()
    staff.force_login(make_user("staff", staff=True))
    headers = {"If-Match": '"1"'}
    with without(GAME):
        for name, address in world.addresses(world.running):
            with transaction.atomic():
                answer = staff.post(address, "{}", content_type=JSON, headers=headers)
                transaction.set_rollback(True)
            assert answer.status_code < 500, name


def test_the_admin_shows_and_verifies_what_is_left(world: World) -> None:
    boss = Client()
    boss.force_login(make_user("boss", staff=True, is_superuser=True))
    with without(GAME):
        for model in admin.site._registry:
            label = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            assert boss.get(reverse(f"{label}_changelist")).status_code == 200, label
            row = model._default_manager.first()
            if row is not None:
                change = reverse(f"{label}_change", args=[row.pk])
                assert boss.get(change).status_code == 200, label
        sent = {"action": "verify", "_selected_action": [str(world.finished)]}
        answer = boss.post(reverse("admin:replays_match_changelist"), sent, follow=True)
        assert "game_not_installed" in answer.content.decode()


def test_results_count_and_every_row_survives_a_rebuild(world: World) -> None:
    def rows() -> list[object]:
        return [
            list(model._default_manager.order_by("pk").values())
            for model in (Match, MatchSeat, RatedMatch, LadderPlayer)
        ] + [dump(world.friday.id)]

    before = rows()
    with without(GAME):
        rebuild_all()
        rebuild_ladders(now=NOW)
        assert rows() == before
        for stream in (world.friday.id, world.finished, world.season, world.ladder.id):
            assert verify_stream(stream).ok
    rebuild_all()
    assert rows() == before


def test_a_ladder_of_the_game_keeps_its_place_and_can_be_changed(world: World) -> None:
    staff = Client()
    staff.force_login(make_user("staff", staff=True))
    edit = reverse("tournaments:ladder-edit", args=[world.ladder.id])
    with without(GAME):
        assert f">{GAME}<" in staff.get(reverse("tournaments:ladders")).content.decode()
        form = staff.get(edit).context["form"]
        assert GAME in dict(form.fields["games"].choices)
        revise = LADDER_COMMANDS.read("revise", {"rules": {"start": 1400}})
        lead(ladder_id=world.ladder.id, command=revise, envelope=Envelope("cli", NOW))
    world.ladder.refresh_from_db()
    assert (world.ladder.rules["start"], world.ladder.rules["games"]) == (1400, [GAME])


def test_a_table_that_was_begun_gets_its_result_and_no_other_begins(world: World) -> None:
    friday, evening = world.friday, world.evening
    with without(GAME):
        friday.record(2, scores=[4, 3, 2, 1])
        assert known(Match.objects.filter(pk=world.running).first()).status == "reported"
        friday.do("propose", stage=1)
        friday.do("publish", stage=1)
        calls: list[Callable[[], object]] = [
            lambda: friday.do("start_table", stage=1, round=2, table=1),
            lambda: friday.record(1, round_=2, scores=[4, 3, 2, 1]),
            lambda: evening.do("begin_table", stage=1, game=0, entrants=[1, 2, 3]),
        ]
        for call in calls:
            before = Match.objects.count()
            with pytest.raises(KaitenError) as refusal:
                call()
            assert (refusal.value.code, refusal.value.status) == ("game_not_installed", 409)
            assert GAME in refusal.value.message
            assert Match.objects.count() == before
    friday.do("start_table", stage=1, round=2, table=1)


def test_bots_wait_for_their_game_and_then_play_on() -> None:
    evening = Evening(game=GAME, bots=("random",))
    with without(GAME):
        evening_rows = list(owed(evening.id))
        assert evening_rows
        for row in evening_rows:
            assert not outbox.consume(outbox_id=row.pk)
        assert list(owed(evening.id)) == evening_rows
    evening.bots_turn()
    assert evening.waits_for_the_person()


def test_a_batch_waits_for_its_game_instead_of_failing(world: World) -> None:
    batch = make_batch(world.friday.club, game=GAME, matches=2, seed=8)
    chunk = Chunk.objects.get(batch=batch)
    with without(GAME):
        for _ in range(5):
            assert not run_chunk(chunk_id=chunk.id)
        batch.refresh_from_db()
        assert batch.status == BatchStatus.RUNNING
    play_all(batch)
    assert batch.status == BatchStatus.FINISHED


def test_bots_of_a_tournament_are_refused_by_the_name_of_the_game() -> None:
    bots = Friday(0, swiss(games=[{"game": GAME}]))
    enter_bots(tournament_id=bots.id, number=4, bots=["random"], envelope=Envelope("cli", NOW))
    bots.do("start_stage", stage=1)
    bots.announce()
    for thin in (False, True):
        with without(GAME), pytest.raises(KaitenError, match="game_not_installed"):
            play_tables(tournament_id=bots.id, envelope=Envelope("cli", NOW), thin=thin)


def test_commands_still_answer(world: World) -> None:
    def told(*arguments: object) -> str:
        out = StringIO()
        call_command(*map(str, arguments), stdout=out, stderr=out)
        return out.getvalue()

    with without(GAME):
        assert "game_not_installed" in told("verify", "--all")
        assert told("rebuild")
        assert GAME in told("ladder", "list")
        assert told("ladder", "show", world.ladder.id)
        assert told("tournament", "show", world.friday.id)
        assert told("season", "show", world.season)
        assert told("tournamentfile", "export", world.friday.id)
        with pytest.raises(CommandError, match=r"^game_not_installed"):
            told("replay", world.finished)


def test_a_backup_comes_back_whole_while_the_game_is_away() -> None:
    """The rows show the sealed results, and are completed once the game is there."""
    saved = transaction.savepoint()
    friday = Friday(4, swiss(games=[{"game": GAME}]))
    friday.announce()
    friday.play_by_bots(1)
    work()
    match = friday.table(1).match
    data = pack(str(friday.club.id), backup_parts(friday.club))
    before, tournament = rows_of(match), dump(friday.id)
    ratings = list(LadderPlayer.objects.order_by("pk").values_list("player_id", "mu"))
    transaction.savepoint_rollback(saved)
    with without(GAME):
        assert restore(data).written
        assert not restore(data).written
        assert verify_stream(match).ok
        bare = rows_of(match)
        assert bare[0] == before[0] | {"content_hash": ""}
        assert bare[1:] == before[1:]
        assert dump(friday.id) == tournament
        assert list(LadderPlayer.objects.order_by("pk").values_list("player_id", "mu")) == ratings
        assert pack(str(friday.club.id), backup_parts(Club.objects.get())) == data
    complete_bare_rows(now=NOW)
    assert rows_of(match) == before


def rows_of(match: UUID) -> list[Any]:
    seats = MatchSeat.objects.filter(match=match).order_by("seat").values()
    return [*Match.objects.filter(pk=match).values(), *seats]


def restore(data: bytes) -> Restored:
    return restore_club(data=data, envelope=Envelope("cli", NOW), source="test")


def test_a_tournament_file_with_matches_of_a_missing_game_stays_out(world: World) -> None:
    text = export_tournament(world.friday.id)
    with without(GAME), pytest.raises(KaitenError, match="game_not_installed"):
        import_tournament(text=text, envelope=Envelope("cli", NOW), source="test")
    assert not import_tournament(text=text, envelope=Envelope("cli", NOW), source="test").created
