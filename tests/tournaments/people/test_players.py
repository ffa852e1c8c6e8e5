from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from replays.errors import KaitenError
from tests.factories import NOW, make_bot, make_club, make_player, make_user
from tournaments.people.labels import public_label
from tournaments.people.models import Player
from tournaments.people.ports import ClubPeople
from tournaments.people.selectors.players import labels_of, player_list, roots_of
from tournaments.people.services.bots import bot_player
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import add_player, link_account, rename_player

pytestmark = pytest.mark.django_db


def refused(code: str, call: Callable[..., Any], **arguments: Any) -> KaitenError:
    with pytest.raises(KaitenError) as refusal:
        call(**arguments)
    assert refusal.value.code == code
    return refusal.value


def test_a_player_is_shown_by_first_name_and_initial() -> None:
    assert public_label(make_player(name="Éloïse martin")) == "Éloïse M."


@pytest.mark.parametrize(
    ("display", "label"),
    [("full", "Éloïse Martin"), ("nickname", "Lola"), ("initial", "Éloïse M.")],
)
def test_a_player_may_choose_how_they_are_shown(display: str, label: str) -> None:
    player = make_player(name="Éloïse Martin", nickname="Lola", display=display)
    assert public_label(player) == label


def test_a_player_without_a_last_name_has_no_initial() -> None:
    assert public_label(make_player(name="Marie")) == "Marie"


def test_a_bot_is_marked_as_one() -> None:
    assert public_label(make_bot(make_club(), "greedy")) == "Greedy (bot)"


def test_a_name_that_resembles_one_in_the_club_asks_first_and_writes_nothing() -> None:
    known = make_player(name="Camille Bernard")
    refusal = refused(
        "similar_player",
        add_player,
        player_id=uuid4(),
        club=known.club,
        name=PersonName("Camile", "BERNARD"),
        now=NOW,
    )
    assert refusal.status == 409
    assert refusal.params["candidates"] == [
        {"id": str(known.id), "label": "Camille B.", "same": False}
    ]
    assert Player.objects.filter(club=known.club).count() == 1


def test_a_confirmed_namesake_is_added() -> None:
    known = make_player(name="Camille Bernard")
    add_player(
        player_id=uuid4(),
        club=known.club,
        name=PersonName("Camille", "Bernard"),
        now=NOW,
        confirm=True,
    )
    assert Player.objects.filter(club=known.club).count() == 2


def test_names_of_other_clubs_and_of_bots_are_not_asked_about() -> None:
    make_player(name="Camille Bernard")
    club = make_club()
    make_bot(club, "greedy")
    for first, last in [("Camille", "Bernard"), ("Greedy", "")]:
        add_player(player_id=uuid4(), club=club, name=PersonName(first, last), now=NOW)
    assert Player.objects.filter(club=club).count() == 3


def test_a_guest_is_a_light_player() -> None:
    guest = add_player(
        player_id=uuid4(), club=make_club(), name=PersonName("Nina"), now=NOW, guest=True
    )
    assert guest.guest
    assert public_label(guest) == "Nina"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (PersonName("", "Martin"), "name_missing"),
        (PersonName("   "), "name_missing"),
        (PersonName("x" * 61), "name_too_long"),
        (PersonName("a", nickname="x" * 41), "name_too_long"),
        (PersonName("nul\0"), "name_not_text"),
        (PersonName("half\ud800"), "name_not_text"),
        (PersonName("turned\u202e"), "name_not_text"),
        (PersonName("Nina", display="nickname"), "nickname_missing"),
        (PersonName("Nina", display="loud"), "unknown_display"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_with_a_code(name: PersonName, code: str) -> None:
    club = make_club()
    refused(code, add_player, player_id=uuid4(), club=club, name=name, now=NOW)
    assert not Player.objects.filter(club=club).exists()


def test_spaces_in_a_name_are_tidied() -> None:
    player = make_player(name="Anne \t Sophie   Petit ")
    assert player.last_name == "Sophie Petit"


def test_renaming_to_a_name_of_somebody_else_asks_first() -> None:
    known = make_player(name="Camille Bernard")
    other = make_player(known.club, "Paul Petit")
    refused("similar_player", rename_player, player=other, name=PersonName("Camille", "Bernard"))
    rename_player(player=other, name=PersonName("Camille", "Bernard"), confirm=True)
    assert Player.objects.get(pk=other.pk).search_name == "camille bernard"


def test_changing_only_the_display_of_a_namesake_asks_nothing() -> None:
    known = make_player(name="Camille Bernard")
    twin = make_player(known.club, "Camille Bernard")
    rename_player(player=twin, name=PersonName("Camille", "Bernard", display="full"))
    assert public_label(Player.objects.get(pk=twin.pk)) == "Camille Bernard"


def test_a_bot_keeps_its_name_and_has_no_account() -> None:
    bot = make_bot(make_club())
    refused("bot_not_editable", rename_player, player=bot, name=PersonName("Bob"))
    refused("bot_not_editable", link_account, player=bot, user=make_user())


def test_a_bot_is_the_same_player_at_every_use_and_another_one_in_another_club() -> None:
    club = make_club()
    assert bot_player(club=club, bot="greedy", now=NOW) == make_bot(club, "greedy")
    assert make_bot(club, "greedy") != make_bot(make_club(), "greedy")
    assert make_bot(club, "greedy") != make_bot(club, "random")


def test_an_account_plays_under_one_player_per_club() -> None:
    user = make_user()
    player = link_account(player=make_player(), user=user)
    other = make_player(player.club)
    refused("account_taken", link_account, player=other, user=user)
    link_account(player=player, user=None)
    link_account(player=other, user=user)
    assert Player.objects.get(user=user) == other


def test_a_search_ignores_accents_capitals_and_the_order_of_words() -> None:
    club = make_club()
    known = make_player(club, "Éloïse Martin", nickname="Lola")
    make_player(club, "Paul Petit")
    for search in ["eloise", "MARTIN elo", "lola", " éloïse  martin "]:
        assert list(player_list(club_id=club.id, search=search, private={club.id})) == [known]
    assert not player_list(club_id=club.id, search="eloise petit", private={club.id})


def test_a_visitors_search_finds_only_what_the_public_list_shows() -> None:
    club = make_club()
    known = make_player(club, "Éloïse Martin", nickname="Lola")
    bot = make_bot(club, "greedy")
    assert list(player_list(club_id=club.id, search="eloise m")) == [known]
    assert list(player_list(club_id=club.id, search="GREEDY")) == [bot]
    assert not player_list(club_id=club.id, search="martin")
    assert not player_list(club_id=club.id, search="lola")
    rename_player(player=known, name=PersonName("Éloïse", "Martin", display="full"))
    assert list(player_list(club_id=club.id, search="martin")) == [known]


def test_labels_of_many_players_cost_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club()
    players = [make_player(club) for _ in range(5)]
    ids = [player.id for player in players]
    with django_assert_num_queries(1):
        labels = labels_of(ids)
    assert set(labels) == set(ids)


def test_unknown_ids_have_no_label() -> None:
    assert labels_of([uuid4()]) == {}
    assert roots_of([]) == {}


def test_an_import_makes_light_players_shown_by_their_label() -> None:
    club, known = make_club(), make_player(name="Marie Dupont")
    person, bot = uuid4(), uuid4()
    people = ClubPeople()
    people.ensure(club.id, {known.id: "Someone", person: "Nina\tF.\0", bot: "Greedy (bot)"})
    people.ensure(club.id, {person: "Other"})
    labels = people.labels([known.id, person, bot], "fr")
    assert labels == {known.id: "Marie D.", person: "Nina F.", bot: "Greedy (robot)"}
    assert people.is_bot([known.id, person, bot]) == {bot}
    assert Player.objects.get(pk=person).guest


def test_players_of_an_unknown_club_are_not_made() -> None:
    refused("unknown_club", ClubPeople().ensure, club_id=uuid4(), labels={uuid4(): "Nina"})


def test_the_roster_lists_people_first_and_leaves_out_the_merged() -> None:
    club = make_club()
    bot, paul, anne = make_bot(club), make_player(club, "Paul A"), make_player(club, "Anne B")
    Player.objects.filter(pk=paul.pk).update(merged_into=anne)
    people = ClubPeople()
    assert people.roster([club.id], "en") == [(anne.id, "Anne B."), (bot.id, "Greedy (bot)")]
    assert people.clubs() == [(club.id, club.name)]
