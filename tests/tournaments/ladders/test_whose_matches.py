"""Players who turn out to be one, guests who join the club, seats that changed hands."""

from uuid import UUID

import pytest

from replays.envelope import Envelope
from replays.events import SeatTakenOver
from replays.services import life
from replays.services.matches import NewMatch, create_match
from replays.telling import Report
from tests.factories import NOW, make_bot, make_player
from tests.tournaments.ladders.nights import (
    GAME,
    acting,
    begun,
    counted,
    numbers,
    played,
    rebuilt,
    shown,
    told,
    work,
)
from tournaments.ladders.models import LadderDue, LadderPlayer
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import rename_player

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def merge(one: Player, other: Player) -> None:
    merge_players(player_id=one.id, into_id=other.id, envelope=Envelope("cli", NOW))
    work()


def unmerge(one: Player) -> None:
    undo_merge(player_id=one.id, envelope=Envelope("cli", NOW))
    work()


# Merged players


def test_a_merge_gives_one_player_the_matches_of_both_and_says_so(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    ana, bo, chloe, dan = people[:4]
    played(club, [ana, bo], [9, 3])
    played(club, [chloe, dan], [9, 3], minutes=5)
    played(club, [bo, dan], [9, 3], minutes=9)
    work()
    merge(chloe, ana)
    assert chloe.id not in shown(ladder)
    assert LadderPlayer.objects.get(ladder=ladder, player_id=ana.id).matches == 2
    # The match of Ana's own before it stays as it was.
    assert told(ladder) == [("player", chloe.id, 2)]
    assert numbers() == rebuilt()


def test_a_merge_that_is_undone_gives_the_numbers_from_before(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    ana, bo, chloe = people[:3]
    played(club, [ana, bo], [9, 3])
    played(club, [chloe, bo], [9, 3], minutes=5)
    work()
    before = numbers()
    merge(ana, chloe)
    assert numbers() != before
    unmerge(ana)
    assert numbers() == before == rebuilt()
    assert [cause for cause, *_ in told(ladder)] == ["player", "player"]


def test_two_who_are_one_at_the_same_table_take_the_match_off_the_ladder(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    ana, bo, chloe = people[:3]
    match = played(club, [ana, bo, chloe], [9, 3, 1])
    work()
    merge(chloe, ana)
    assert counted(ladder) == []
    assert verdict_on(ladder_of(ladder), match).reason == "player_twice"
    assert told(ladder) == [("player", chloe.id, 0)]
    unmerge(chloe)
    assert counted(ladder) == [match]
    assert numbers() == rebuilt()


def test_a_chain_of_merges_is_followed_to_its_end_and_parted_in_the_middle(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    ana, bo, chloe, dan = people[:4]
    for minute, pair in enumerate([(ana, dan), (bo, dan), (chloe, dan)]):
        played(club, pair, [9, 3], minutes=minute)
    work()
    merge(ana, bo)
    merge(bo, chloe)
    assert LadderPlayer.objects.get(ladder=ladder, player_id=chloe.id).matches == 3
    assert numbers() == rebuilt()
    unmerge(bo)
    matches = LadderPlayer.objects.filter(ladder=ladder).values_list("player_id", "matches")
    assert dict(matches) == {bo.id: 2, chloe.id: 1, dan.id: 3}
    assert numbers() == rebuilt()


def test_a_merge_of_players_who_never_played_moves_nothing(
    club: Club, six_people: list[Player], ladder: UUID
) -> None:
    played(club, six_people[:2], [9, 3])
    work()
    before = numbers()
    merge(six_people[4], six_people[5])
    assert numbers() == before
    assert told(ladder) == []


def test_a_new_match_before_the_first_one_of_a_merged_player_is_not_passed_over(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    ana, bo, chloe, dan = people[:4]
    guest = make_player(club, "Gus G", guest=True)
    first = played(club, [ana, bo], [9, 3])
    work()
    new = played(club, [ana, bo], [3, 9], minutes=5)
    # The first match of Chloé, who is about to be Dan, does not count.
    played(club, [chloe, guest], [9, 3], minutes=10)
    merge(chloe, dan)
    assert counted(ladder) == [first, new]
    assert numbers() == rebuilt()


# Guests


def edit(player: Player, *, guest: bool) -> None:
    name = PersonName(player.first_name, player.last_name, player.nickname, player.display)
    rename_player(player=player, name=name, guest=guest, confirm=True)


def test_a_guest_who_joins_the_club_is_rated_for_what_they_played(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    guest = make_player(club, "Gus G", guest=True)
    match = played(club, [people[0], guest, people[1]], [9, 5, 3])
    alone = played(club, [people[0], guest], [3, 9], minutes=5)
    work()
    assert counted(ladder) == [match]
    edit(guest, guest=False)
    assert LadderDue.objects.exists()
    work()
    assert counted(ladder) == [match, alone]
    assert guest.id in shown(ladder)
    assert told(ladder) == [("player", guest.id, 2)]
    assert numbers() == rebuilt()
    edit(guest, guest=True)
    work()
    assert counted(ladder) == [match]
    assert guest.id not in shown(ladder)
    assert numbers() == rebuilt()


def test_another_name_owes_the_ladders_nothing(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    played(club, people[:2], [9, 3])
    work()
    rename_player(player=people[0], name=PersonName("Anna", "Bell"), guest=False, confirm=True)
    rename_player(player=people[1], name=PersonName("Bob", "Bell"), confirm=True)
    assert not LadderDue.objects.exists()


def test_who_is_merged_into_a_guest_is_rated_when_the_guest_joins(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    guest = make_player(club, "Gus G", guest=True)
    played(club, people[:2], [9, 3])
    work()
    merge(people[0], guest)
    assert counted(ladder) == []
    edit(guest, guest=False)
    work()
    assert sorted(shown(ladder)) == sorted([guest.id, people[1].id])
    assert numbers() == rebuilt()


# Seats that changed hands


def with_a_change(club: Club, people: list[Player], *, back: bool = False) -> UUID:
    """Return a match in whose last seat Dan followed Chloé, or went again."""
    ana, bo, chloe, dan = people[:4]
    made = create_match(
        match=NewMatch(club_id=club.id, game=GAME, players=[ana.id, bo.id, chloe.id], options={}),
        envelope=Envelope("cli", NOW),
    )
    life.take_over_seat(change=SeatTakenOver(2, dan.id), **acting(made.stream_id))
    if back:
        life.take_over_seat(change=SeatTakenOver(2, chloe.id), **acting(made.stream_id))
    life.report_result(report=Report(scores=[9, 5, 3]), **acting(made.stream_id))
    work()
    return made.stream_id


@pytest.mark.parametrize(("rule", "answers"), [("skip", None), ("last", 3), ("first", 2)])
def test_a_seat_that_was_taken_over_is_answered_for_as_the_ladder_has_it(
    club: Club, people: list[Player], rule: str, answers: int | None
) -> None:
    ladder = begun(club, taken_over=rule)
    with_a_change(club, people)
    third = [] if answers is None else [people[answers].id]
    assert sorted(shown(ladder)) == sorted([people[0].id, people[1].id, *third])
    assert numbers() == rebuilt()


def test_whoever_comes_back_to_their_seat_never_left_it(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    with_a_change(club, people, back=True)
    assert sorted(shown(ladder)) == sorted(player.id for player in people[:3])


def test_merging_who_followed_into_who_was_there_first_fills_the_seat(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    ana, bo, chloe, dan = people[:4]
    with_a_change(club, people)
    assert sorted(shown(ladder)) == sorted([ana.id, bo.id])
    merge(chloe, dan)
    assert sorted(shown(ladder)) == sorted([ana.id, bo.id, dan.id])
    assert numbers() == rebuilt()
    unmerge(chloe)
    assert sorted(shown(ladder)) == sorted([ana.id, bo.id])
    assert numbers() == rebuilt()


def test_a_merge_of_who_sat_there_first_is_noticed(club: Club, six_people: list[Player]) -> None:
    first = begun(club, taken_over="first")
    with_a_change(club, six_people)
    merge(six_people[2], six_people[4])
    assert six_people[4].id in shown(first)
    assert numbers() == rebuilt()


# Bots


@pytest.mark.parametrize(
    ("rule", "rated"), [("leave_out", []), ("skip", [0, 1]), ("rate", [0, 1, "bot"])]
)
def test_a_table_with_a_bot_counts_as_the_ladder_has_it(
    club: Club, people: list[Player], rule: str, rated: list[int | str]
) -> None:
    ladder = begun(club, bots=rule)
    bot = make_bot(club)
    played(club, [people[0], bot, people[1]], [9, 5, 3])
    work()
    expected = [people[one].id if isinstance(one, int) else bot.id for one in rated]
    assert sorted(shown(ladder)) == sorted(expected)
    assert numbers() == rebuilt()
