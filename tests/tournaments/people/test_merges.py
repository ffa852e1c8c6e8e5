from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from games.core.canonical import digest
from replays.chain import RecordedEvent
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, StreamConflict
from replays.models import StoredEvent, Stream
from replays.selectors.library import match_list
from replays.services.append import Appended
from replays.services.matches import NewMatch, create_match
from replays.services.rebuild import rebuild_all
from replays.services.verify import verify_stream
from tests.envelopes import enveloped
from tests.factories import NOW, make_bot, make_player, make_user
from tests.known import known
from tournaments.people.models import Club, Player
from tournaments.people.selectors.players import labels_of, merged_ids, player_list, players_of_user
from tournaments.people.selectors.streams import CLUB
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.players import link_account

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def merge(player: Player, into: Player, **fields: Any) -> Appended:
    fields = enveloped({"actor": "cli", "now": NOW} | fields)
    return merge_players(player_id=player.id, into_id=into.id, **fields)


def unmerge(player: Player, **fields: Any) -> Appended:
    return undo_merge(player_id=player.id, **enveloped({"actor": "cli", "now": NOW} | fields))


def merged_into(player: Player) -> UUID | None:
    return Player.objects.get(pk=player.pk).merged_into_id


def rows_of(club: Club) -> list[RecordedEvent]:
    fields = msgspec.structs.fields(RecordedEvent)
    rows = StoredEvent.objects.filter(stream_id=club.id).order_by("version")
    return [RecordedEvent(*row) for row in rows.values_list(*(field.name for field in fields))]


def test_a_merge_is_an_event_of_ids_in_the_stream_of_the_club(people: list[Player]) -> None:
    one, other, *_ = people
    merge(one, other)
    stored = StoredEvent.objects.get(stream_id=one.club_id)
    assert stored.type == "player.merged"
    assert msgspec.json.decode(stored.payload) == {"player": str(one.id), "into": str(other.id)}
    assert Stream.objects.get(pk=one.club_id).kind == "club"
    assert merged_into(one) == other.id


def test_a_merged_player_is_read_under_the_other_name_and_leaves_the_list(
    people: list[Player],
) -> None:
    one, other, third, _ = people
    merge(one, other)
    merge(other, third)
    assert labels_of([one.id, other.id]) == {one.id: "Chloé C.", other.id: "Chloé C."}
    assert merged_ids({third.id}) == {one.id, other.id, third.id}
    assert one not in player_list(club_id=one.club_id)
    assert one in player_list(club_id=one.club_id, merged=True)


def test_an_undone_merge_gives_two_people_back(people: list[Player]) -> None:
    one, other, *_ = people
    merge(one, other)
    unmerge(one)
    assert merged_into(one) is None
    assert merged_ids({other.id}) == {other.id}
    merge(one, other)
    assert Stream.objects.get(pk=one.club_id).version == 3


def test_an_account_plays_under_every_player_that_became_one(people: list[Player]) -> None:
    one, other, third, _ = people
    user = make_user()
    link_account(player=one, user=user)
    merge(one, other)
    merge(third, other)
    assert players_of_user(user.id) == {one.id, other.id, third.id}


@pytest.mark.parametrize(
    ("done", "asked", "code"),
    [
        ([], (0, 0), "merge_with_itself"),
        ([(0, 1)], (1, 0), "merge_cycle"),
        ([(0, 1), (1, 2)], (2, 0), "merge_cycle"),
        ([(0, 1)], (0, 2), "already_merged"),
        ([(0, 1)], (2, 0), "merge_into_merged"),
    ],
)
def test_a_merge_that_makes_no_sense_is_refused_and_nothing_is_written(
    people: list[Player], done: list[tuple[int, ...]], asked: tuple[int, ...], code: str
) -> None:
    for player, into in done:
        merge(people[player], people[into])
    with pytest.raises(KaitenError) as refusal:
        merge(people[asked[0]], people[asked[1]])
    assert (refusal.value.code, refusal.value.status) == (code, 409)
    assert len(rows_of(people[0].club)) == len(done)


def test_bots_and_players_of_other_clubs_are_not_merged(people: list[Player]) -> None:
    one = people[0]
    for player, into, code in [
        (one, make_bot(one.club), "merge_of_bot"),
        (make_bot(one.club), one, "merge_of_bot"),
        (one, make_player(name="Ana A"), "merge_other_club"),
    ]:
        with pytest.raises(KaitenError) as refusal:
            merge(player, into)
        assert refusal.value.code == code


def test_undoing_a_merge_that_never_was_is_refused(people: list[Player]) -> None:
    with pytest.raises(KaitenError, match="not_merged"):
        unmerge(people[0])


def test_unknown_players_are_refused(people: list[Player]) -> None:
    with pytest.raises(KaitenError, match="unknown_player"):
        merge_players(player_id=uuid4(), into_id=people[0].id, envelope=Envelope("cli", NOW))


def test_a_merge_from_an_old_version_is_refused(people: list[Player]) -> None:
    one, other, third, _ = people
    merge(one, other, expected_version=0)
    with pytest.raises(StreamConflict):
        merge(third, other, expected_version=0)


def test_the_same_request_is_answered_twice_and_done_once(people: list[Player]) -> None:
    one, other, *_ = people
    key = RequestKey(scope="api:cli", key="k1", body_digest=digest("body"))
    first = merge(one, other, request=key)
    again = merge(one, other, request=key)
    assert (again.last_version, again.repeated) == (first.last_version, True)
    assert len(rows_of(one.club)) == 1


def test_incremental_and_rebuilt_merges_agree(people: list[Player]) -> None:
    one, other, third, fourth = people
    merge(one, other)
    merge(fourth, other)
    merge(other, third)
    unmerge(one)
    before = dict(Player.objects.values_list("id", "merged_into"))
    Player.objects.update(merged_into=None)
    Player.objects.filter(pk=one.pk).update(merged_into=fourth)
    rebuild_all()
    assert dict(Player.objects.values_list("id", "merged_into")) == before


def test_the_stream_of_a_club_verifies_and_a_senseless_one_does_not(people: list[Player]) -> None:
    one, other, *_ = people
    merge(one, other)
    unmerge(one)
    assert verify_stream(one.club_id).ok
    rows = rows_of(one.club)
    assert CLUB.verify(one.club_id, rows) is None
    assert known(CLUB.verify(one.club_id, rows[1:])).code == "not_merged"


def test_the_list_of_matches_knows_a_player_under_every_id(people: list[Player]) -> None:
    one, other, third, _ = people
    match_id = create_match(
        match=NewMatch(club_id=one.club_id, game="plain", players=[one.id, third.id], options={}),
        envelope=Envelope("cli", NOW),
    ).stream_id
    merge(one, other)
    for player in (one, other, third):
        assert [match.pk for match in match_list(player_id=player.id)] == [match_id]
    assert not match_list(player_id=uuid4())
