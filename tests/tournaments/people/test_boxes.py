from io import StringIO
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.core.canonical import digest
from games.core.errors import RuleViolation
from games.registry import rules_of
from games.sushi_bar.components import BONE_VALUES, SUSHI_VALUES
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, StreamConflict
from replays.models import StoredEvent
from replays.services.matches import NewMatch, create_match
from replays.services.rebuild import rebuild_all
from replays.services.verify import verify_stream
from tests.factories import NOW, make_club
from tests.tournaments.people.boxes import OTHER_BOXES, SUSHI, describe, options_of
from tournaments.backups.archive import pack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import restore_club
from tournaments.people.models import Box, Club, Player
from tournaments.people.selectors.boxes import box_of
from tournaments.people.selectors.streams import CLUB
from tournaments.people.services.merges import merge_players

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def begin(club: Club, game: str = "sushi_bar", seats: int = 3, **options: Any) -> dict[str, Any]:
    """Begin a match and return every option of its setup."""
    match = NewMatch(club_id=club.id, game=game, players=[None] * seats, options=options)
    return options_of(create_match(match=match, envelope=Envelope("cli", NOW)).stream_id)


def events_of(club: Club) -> list[StoredEvent]:
    return list(StoredEvent.objects.filter(stream_id=club.id).order_by("version"))


def created_hashes() -> dict[UUID, str]:
    return dict(StoredEvent.objects.filter(type="match.created").values_list("stream_id", "hash"))


def projected() -> list[tuple[Any, ...]]:
    return list(
        Box.objects.order_by("pk").values_list("pk", "club", "game", "options", "changed_at")
    )


def test_a_box_is_an_event_in_the_stream_of_the_club_and_says_who_and_when(club: Club) -> None:
    describe(
        club, actor="user:somebody", options={"sushi_values": SUSHI, "bone_values": BONE_VALUES}
    )
    (stored,) = events_of(club)
    assert stored.type == "box.described"
    assert msgspec.json.decode(stored.payload) == {
        "game": "sushi_bar",
        "options": {"sushi_values": SUSHI},
    }
    assert stored.actor == "user:somebody"
    assert box_of(club.id, "sushi_bar") == {"sushi_values": SUSHI}
    assert Box.objects.get().changed_at == NOW


@pytest.mark.parametrize("game", OTHER_BOXES)
def test_later_matches_begin_with_the_box_and_keep_it_when_it_is_described_anew(
    club: Club, game: str
) -> None:
    defaults = {option.name: option.default for option in rules_of(game).options()}
    assert begin(club, game) == defaults
    describe(club, game)
    assert begin(club, game) == defaults | OTHER_BOXES[game]
    before = created_hashes()
    describe(club, game, options={})
    assert begin(club, game) == defaults
    after = created_hashes()
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()
    assert not Box.objects.exists()


def test_what_is_chosen_for_a_match_outweighs_the_box(club: Club) -> None:
    describe(club)
    describe(club, "sushi_boat")
    assert begin(club, sushi_values=list(SUSHI_VALUES))["sushi_values"] == list(SUSHI_VALUES)
    options = begin(club, "sushi_boat", layout="placeholder")
    assert options["greens"] == OTHER_BOXES["sushi_boat"]["greens"]
    assert options["staff_places"] == begin(make_club(), "sushi_boat")["staff_places"]


def test_a_box_is_of_one_club_only(club: Club) -> None:
    describe(club)
    assert begin(make_club())["sushi_values"] == list(SUSHI_VALUES)


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [
        ("sushi_bar", {"sushi_values": [1, 2]}, "not_twelve_values"),
        ("sushi_bar", {"bone_values": [1] * 12}, "bone_value_out_of_range"),
        ("sushi_bar", {"sushi_values": "1 2"}, "option_wrong_kind"),
        ("sushi_bar", {"hide_covered": True}, "not_in_the_box"),
        ("sushi_bar", {"x": 1}, "not_in_the_box"),
        ("sushi_boat", {"belt": "1"}, "layout_needs_own"),
        ("sushi_express", {"other_colours": ["pink"]}, "not_six_colours"),
        ("sushi_go_party", {"uramaki": "de"}, "option_not_offered"),
        ("sushi_roll", {"maki_faces": [1, 2, 4]}, "not_six_sides"),
        ("plain", {"title": "Azul"}, "not_in_the_box"),
        ("chess", {}, "unknown_game"),
    ],
)
def test_a_box_that_the_game_refuses_is_not_written(
    club: Club, game: str, options: dict[str, Any], code: str
) -> None:
    describe(club)
    with pytest.raises(RuleViolation) as refused:
        describe(club, game, options=options)
    assert refused.value.code == code
    assert len(events_of(club)) == 1
    assert Box.objects.count() == 1


def test_a_club_that_does_not_exist_has_no_box() -> None:
    with pytest.raises(KaitenError, match="unknown_club"):
        describe(Club(id=uuid4()))


def test_a_box_that_is_so_already_writes_nothing(club: Club) -> None:
    assert describe(club, options={}).repeated
    assert not events_of(club)
    first = describe(club)
    again = describe(club)
    assert (again.last_version, again.head_hash, again.repeated) == (1, first.head_hash, True)
    assert len(events_of(club)) == 1


def test_a_box_from_an_old_version_is_refused(club: Club) -> None:
    describe(club, expected_version=0)
    with pytest.raises(StreamConflict):
        describe(club, "sushi_roll", expected_version=0)
    describe(club, "sushi_roll", expected_version=1)


def test_the_same_request_is_done_once(club: Club) -> None:
    key = RequestKey(scope="api:cli", key="k1", body_digest=digest("body"))
    describe(club, request=key)
    describe(club, options={})
    assert describe(club, request=key).repeated
    assert box_of(club.id, "sushi_bar") == {}


def test_boxes_and_merges_share_the_stream_of_a_club(people: list[Player]) -> None:
    club, (one, other, *_) = people[0].club, people
    describe(club)
    merge_players(player_id=one.id, into_id=other.id, envelope=Envelope("cli", NOW))
    describe(club, "sushi_roll")
    assert [event.type for event in events_of(club)] == [
        "box.described",
        "player.merged",
        "box.described",
    ]
    assert Player.objects.get(pk=one.pk).merged_into == other
    assert verify_stream(club.id).ok


@pytest.mark.parametrize("seed", range(3))
def test_incremental_and_rebuilt_boxes_and_a_fresh_fold_agree(club: Club, seed: int) -> None:
    luck = Random(seed)
    for _ in range(12):
        game = luck.choice(sorted(OTHER_BOXES))
        describe(club, game, options=luck.choice([OTHER_BOXES[game], {}]))
    describe(make_club())
    before = projected()
    Box.objects.update(options={"x": 1})
    Box.objects.create(id=uuid4(), club=club, game="chess", options={}, changed_at=NOW)
    rebuild_all()
    assert projected() == before
    folded = CLUB.state(club.id).boxes
    assert {game: box.options for game, box in folded.items()} == {
        box.game: box.options for box in Box.objects.filter(club=club)
    }


def test_a_backup_carries_the_boxes_of_a_club(club: Club) -> None:
    saved = transaction.savepoint()
    describe(club)
    describe(club, "sushi_boat")
    before, data = projected(), pack(str(club.id), backup_parts(club))
    transaction.savepoint_rollback(saved)
    Club.objects.filter(pk=club.pk).delete()
    assert restore_club(data=data, envelope=Envelope("cli", NOW), source="test").written
    assert projected() == before
    assert begin(club)["sushi_values"] == SUSHI


def shell(*args: str) -> str:
    out = StringIO()
    call_command("box", *args, stdout=out)
    return out.getvalue()


def test_a_box_is_described_in_a_shell(club: Club) -> None:
    assert "sushi_values: 1 1 2 2 3 3 4 4 5 5 6 6 (Values of the sushi)\n" in shell("sushi_bar")
    assert not events_of(club)
    mine = "sushi_values=[1,1,1,2,2,2,3,3,3,9,9,9]"
    told = shell("sushi_bar", "--club", "here", "--options", mine)
    assert "sushi_values: 1 1 1 2 2 2 3 3 3 9 9 9 (Values of the sushi) *" in told
    shell("sushi_bar", "--options", "bone_values=[-1,-1,-1,-1,-2,-2,-2,-2,-3,-3,-4,-4]")
    assert sorted(box_of(club.id, "sushi_bar")) == ["bone_values", "sushi_values"]
    shell("sushi_bar", "--reset")
    assert box_of(club.id, "sushi_bar") == {}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("sushi_bar", "--options", "sushi_values=[1]"), "not_twelve_values"),
        (("sushi_bar", "--options", "hide_covered=true"), "not_in_the_box"),
        (("plain",), "unknown_box"),
        (("chess",), "unknown_game"),
    ],
)
def test_a_wrong_box_is_told_in_one_line(club: Club, words: tuple[str, ...], code: str) -> None:
    with pytest.raises(CommandError, match=rf"^{code}\b") as refusal:
        shell(*words)
    assert refusal.value.returncode == 2
    assert not events_of(club)
