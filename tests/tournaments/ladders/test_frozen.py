"""Ladders that stand still, go on, begin anew, or begin from an old list."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from replays.chain import timestamp
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Outbox
from replays.services import life
from tests.factories import NOW, make_player
from tests.tournaments.ladders.nights import (
    acting,
    at,
    begun,
    counted,
    numbers,
    played,
    rebuilt,
    shown,
    told,
    work,
)
from tournaments.ladders.commands import Freeze, NewPeriod, Revise, StartList, Thaw
from tournaments.ladders.models import (
    DueCause,
    Ladder,
    LadderDue,
    LadderNote,
    LadderPlayer,
    RatedMatch,
)
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.ladders.services.ladders import begin_period, lead, rate_match
from tournaments.ladders.services.scheduling import schedule_updates
from tournaments.ladders.services.updates import (
    bring_back_frozen,
    catch_up,
    rebuild_ladder,
    rebuild_ladders,
)
from tournaments.people.models import Club, Player
from tournaments.people.services.clubs import change_club
from tournaments.people.services.merges import merge_players

pytestmark = [pytest.mark.django_db, pytest.mark.database]

DAY = 24 * 60


def freeze(ladder: UUID, minutes: int = 100) -> None:
    lead(ladder_id=ladder, command=Freeze(), envelope=Envelope("cli", at(minutes)))
    work()


@pytest.fixture
def frozen(club: Club, people: list[Player], ladder: UUID) -> UUID:
    """A frozen ladder with two matches."""
    played(club, people[:3], [9, 3, 1])
    played(club, people[1:4], [9, 3, 1], minutes=10)
    work()
    freeze(ladder)
    return ladder


# Frozen


def test_a_match_older_than_a_frozen_ladder_is_kept_unrated_and_says_so(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    before = numbers(frozen)
    late = played(club, people[:2], [1, 9], minutes=5, entered=200)
    work()
    assert numbers(frozen) == before
    assert verdict_on(ladder_of(frozen), late).reason == "ladder_frozen"
    with pytest.raises(KaitenError) as refusal:
        rate_match(ladder_id=frozen, match_id=late, now=NOW)
    assert refusal.value.code == "ladder_frozen"
    assert numbers(frozen) == before


def test_a_match_that_was_rated_before_the_freeze_still_counts_there(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    for match in counted(frozen):
        assert verdict_on(ladder_of(frozen), match).rated


def test_nothing_moves_the_numbers_of_a_frozen_ladder(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    before = numbers(frozen)
    first, second = counted(frozen)
    life.rule_result(places=[3, 2, 1], **acting(first))
    life.void_match(**acting(second))
    merge_players(player_id=people[0].id, into_id=people[1].id, envelope=Envelope("cli", NOW))
    work()
    schedule_updates([frozen], DueCause.MATCH, first)
    catch_up(ladder_id=frozen, now=NOW)
    rebuild_ladders(now=NOW)
    with pytest.raises(KaitenError, match="ladder_frozen"):
        rebuild_ladder(ladder_id=frozen, now=NOW)
    assert numbers(frozen) == before
    assert not LadderDue.objects.exists()
    assert told(frozen) == []


def test_freezing_rates_what_is_owed_and_what_no_worker_has_heard_of(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    owing = played(club, people[:2], [9, 3])
    schedule_updates([ladder], DueCause.MATCH, owing)
    unheard = played(club, people[1:3], [9, 3], minutes=5)
    assert Outbox.objects.exists()
    lead(ladder_id=ladder, command=Freeze(), envelope=Envelope("cli", at(10)))
    assert counted(ladder) == [owing, unheard]
    assert len(shown(ladder)) == 3


def test_a_frozen_ladder_takes_neither_rules_nor_a_start_list(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    for command in (
        Revise(rules={"stopped": "never"}),
        StartList(text="name,rating\nAna A,1600\n"),
        Freeze(),
    ):
        with pytest.raises(KaitenError) as refusal:
            lead(ladder_id=frozen, command=command, envelope=Envelope("cli", NOW))
        assert (refusal.value.code, refusal.value.status) == ("ladder_frozen", 409)


def test_a_thawed_ladder_takes_everything_in(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    first, second = counted(frozen)
    late = played(club, people[:2], [1, 9], minutes=5, entered=200)
    life.rule_result(places=[3, 2, 1], **acting(first))
    work()
    lead(ladder_id=frozen, command=Thaw(), envelope=Envelope("cli", at(300)))
    work()
    assert counted(frozen) == [first, late, second]
    assert [cause for cause, *_ in told(frozen)] == ["rules"]
    assert numbers() == rebuilt()
    with pytest.raises(KaitenError, match="ladder_not_frozen"):
        lead(ladder_id=frozen, command=Thaw(), envelope=Envelope("cli", at(300)))


def test_a_frozen_ladder_that_lost_its_rows_gets_them_back_from_its_stream(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    played(club, people[:2], [1, 9], minutes=150)
    work()
    before = numbers(frozen)
    RatedMatch.objects.filter(ladder=frozen).delete()
    LadderPlayer.objects.filter(ladder=frozen).delete()
    bring_back_frozen(ladder_id=frozen, now=NOW)
    assert numbers(frozen) == before


def test_the_table_of_a_frozen_ladder_outweighs_matches_corrected_since(
    club: Club, people: list[Player], frozen: UUID
) -> None:
    before = numbers(frozen)["players"]
    life.rule_result(places=[3, 2, 1], **acting(counted(frozen)[0]))
    work()
    LadderPlayer.objects.filter(ladder=frozen).delete()
    bring_back_frozen(ladder_id=frozen, now=NOW)
    assert numbers(frozen)["players"] == before


# A new period


def test_a_new_period_freezes_the_old_ladder_and_draws_everybody_to_the_mean(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    played(club, people[:2], [9, 3])
    work()
    assert shown(ladder) == {people[0].id: 1524.0, people[1].id: 1476.0}
    new = begin_period(
        ladder_id=ladder,
        wanted=NewPeriod(title="Spring", share=25),
        envelope=Envelope("cli", at(DAY)),
    ).stream_id
    work()
    assert ladder_of(ladder).status == "frozen"
    assert shown(new) == {people[0].id: 1518.0, people[1].id: 1482.0}
    assert Ladder.objects.get(pk=new).period_of == ladder
    assert Ladder.objects.get(pk=new).rules["after"] == timestamp(at(DAY))
    assert list(LadderPlayer.objects.filter(ladder=new).values_list("matches", flat=True)) == [1, 1]
    match = played(club, people[:2], [9, 3], minutes=DAY + 10)
    # The same day, before the period began: it is nobody's, and the old ladder says why.
    played(club, people[:2], [9, 3], minutes=DAY - 10, entered=DAY + 20)
    work()
    assert counted(new) == [match]
    assert counted(ladder) != [match]
    assert told(new) == []
    assert numbers() == rebuilt()


def test_a_period_of_openskill_draws_the_uncertainty_too(club: Club, people: list[Player]) -> None:
    old = begun(club, system="openskill")
    played(club, people[:2], [9, 3])
    work()
    new = begin_period(
        ladder_id=old, wanted=NewPeriod(title="Next", share=100), envelope=Envelope("cli", at(DAY))
    ).stream_id
    work()
    rows = LadderPlayer.objects.filter(ladder=new)
    mean = sum(LadderPlayer.objects.filter(ladder=old).values_list("mu", flat=True)) / 2
    assert [row.mu for row in rows] == pytest.approx([mean, mean])
    assert [row.sigma for row in rows] == pytest.approx([25 / 3, 25 / 3])


@pytest.mark.parametrize("share", [-1, 101])
def test_a_share_that_is_none_begins_no_period_and_freezes_nothing(
    club: Club, ladder: UUID, share: int
) -> None:
    with pytest.raises(KaitenError, match="bad_share"):
        begin_period(
            ladder_id=ladder,
            wanted=NewPeriod(title="Spring", share=share),
            envelope=Envelope("cli", NOW),
        )
    assert ladder_of(ladder).status == "open"
    assert Ladder.objects.count() == 1


# A start list, other rules, another clock


def test_a_start_list_lets_players_begin_elsewhere_and_re_rates_everything(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    played(club, people[:2], [9, 3])
    work()
    lead(
        ladder_id=ladder,
        command=StartList(text="name;rating;matches\nAna A;1800;70\nChloé C;1650,5;3\n"),
        envelope=Envelope("cli", at(50)),
    )
    work()
    rows = {row.player_id: row for row in LadderPlayer.objects.filter(ladder=ladder)}
    ana, bo, chloe = (rows[player.id] for player in people[:3])
    # Whoever the list names is there before their first match.
    assert (chloe.shown, chloe.matches, chloe.last_at) == (1650.5, 3, None)
    assert (ana.matches, bo.matches) == (71, 1)
    # Ana is established: K 20; 300 points more make her win 0.849 of the time.
    assert ana.shown == pytest.approx(1800 + 20 * (1 - 1 / (1 + 10 ** (-300 / 400))))
    assert [cause for cause, *_ in told(ladder)] == ["rules"]
    assert numbers() == rebuilt()


def test_matches_after_a_start_list_are_added_at_the_end(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    lead(
        ladder_id=ladder,
        command=StartList(text="name,rating\nAna A,1800\n"),
        envelope=Envelope("cli", NOW),
    )
    work()
    for minute in range(3):
        played(club, people[:2], [1, 9], minutes=minute)
        work()
    played(club, people[1:4], [1, 9, 5], minutes=9)
    work()
    assert numbers() == rebuilt()


def test_a_listed_player_who_is_merged_brings_their_start_along(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    lead(
        ladder_id=ladder,
        command=StartList(text="name,rating\nAna A,1800\n"),
        envelope=Envelope("cli", NOW),
    )
    played(club, people[1:3], [9, 3])
    work()
    merge_players(player_id=people[0].id, into_id=people[1].id, envelope=Envelope("cli", NOW))
    work()
    assert people[0].id not in shown(ladder)
    assert shown(ladder)[people[1].id] > 1800
    assert numbers() == rebuilt()


def test_other_rules_rate_everything_anew_and_the_ladder_says_so(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    short = played(club, people[:2], [9, 3])
    played(club, people[:2], [9, 3], minutes=2 * DAY)
    work()
    lead(
        ladder_id=ladder,
        command=Revise(rules={"until": NOW.date().isoformat()}),
        envelope=Envelope("cli", at(3 * DAY)),
    )
    work()
    assert counted(ladder) == [short]
    assert told(ladder) == [("rules", ladder, 1)]
    lead(
        ladder_id=ladder,
        command=Revise(rules={"system": "openskill"}),
        envelope=Envelope("cli", at(3 * DAY)),
    )
    work()
    assert max(shown(ladder).values()) < 50
    assert numbers() == rebuilt()


def test_another_title_moves_nothing_and_says_nothing(
    club: Club, people: list[Player], ladder: UUID
) -> None:
    played(club, people[:2], [9, 3])
    work()
    before = numbers()
    lead(ladder_id=ladder, command=Revise(title="Better"), envelope=Envelope("cli", NOW))
    work()
    assert numbers() == before
    assert not LadderNote.objects.exists()


def test_another_time_zone_gives_matches_other_days(club: Club, people: list[Player]) -> None:
    dated = begun(club, until=NOW.date().isoformat())
    dateless = begun(club, "Always")
    # 23:30 in UTC is the next day in Paris.
    match = played(club, people[:2], [9, 3], minutes=240)
    work()
    assert counted(dated) == counted(dateless) == [match]
    fields: dict[str, Any] = {"name": club.name, "slug": club.slug, "language": club.language}
    # As the admin does: the form has changed the row before the service is called.
    club.time_zone = "Europe/Paris"
    change_club(club=club, time_zone="Europe/Paris", **fields)
    assert list(LadderDue.objects.values_list("ladder_id", flat=True)) == [dated]
    work()
    assert counted(dated) == []
    assert counted(dateless) == [match]
    assert told(dated) == [("rules", dated, 0)]
    change_club(club=club, time_zone="Europe/Paris", **fields)
    assert not LadderDue.objects.exists()
    assert numbers() == rebuilt()


def test_a_day_begins_and_ends_by_the_clock_of_the_club(club: Club, people: list[Player]) -> None:
    fields: dict[str, Any] = {"name": club.name, "slug": club.slug, "language": club.language}
    change_club(club=club, time_zone="Pacific/Auckland", **fields)
    # 19:30 in UTC is 08:30 of the day after.
    tomorrow = (NOW + timedelta(days=1)).date().isoformat()
    ladder = begun(club, since=tomorrow, until=tomorrow)
    match = played(club, [people[0], make_player(club, "Zoe Z")], [9, 3])
    work()
    assert counted(ladder) == [match]
