"""Playing on from a step of a match that is over: a match of its own, against bots."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.core.errors import RuleViolation
from games.core.events import Choice
from games.core.rng import SeededRng
from replays import actions
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.events import MatchCreated, Parent
from replays.models import Match
from replays.ports import policy
from replays.projections.matches import match_rows
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.library import get_match, match_list
from replays.selectors.logs import load_log
from replays.services import life, matches, undo
from replays.services.branches import NewBranch, play_on
from replays.services.imports import import_record
from replays.services.verify import verify_stream
from replays.web.story import tell
from tests.clients import SignedIn
from tests.factories import make_club, make_member
from tests.games.hidden_game.events import Dealt
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import forms_of, text_of
from tournaments.batches.services.live import play_bots
from tournaments.people.models import Club, Membership, Player, StreamVisibility
from tournaments.people.selectors.records import lately, records_of
from tournaments.people.services.visibility import set_visibility

pytestmark = pytest.mark.django_db
GAMES = ["sushi_bar", "sushi_go_party", "sushi_roll", "sushi_express", "sushi_boat"]


@pytest.fixture
def ana(house: House) -> SignedIn:
    """A member, who is a player of the club."""
    user = make_member(house.club, username="ana")
    Player.objects.filter(pk=house.players[0].pk).update(user=user)
    return SignedIn(user)


@pytest.fixture
def over(house: House) -> Sitting:
    return house.sitting(seed=5).finish()


def branched(
    sitting: Sitting, by: SignedIn, ply: int = 7, seat: int = 1, bots: tuple[str, ...] = ("greedy",)
) -> UUID:
    return play_on(
        match_id=sitting.id,
        branch=NewBranch(sitting.version, ply, seat, bots),
        envelope=Envelope(f"user:{by.user.pk}", datetime.now(UTC)),
    ).stream_id


def refusal(attempt: Callable[..., Any], *args: Any, **fields: Any) -> str:
    with pytest.raises((KaitenError, RuleViolation)) as refused:
        attempt(*args, **fields)
    return str(getattr(refused.value, "code", ""))


def played_out(branch: UUID, seat: int) -> None:
    """Let the bots and the person play to the end."""
    luck = SeededRng("branch")
    while True:
        play_bots(match_id=branch, now=datetime.now(UTC), rng=luck)
        log = load_log(branch)
        if log.ended:
            return
        choice = next(log.rules.choices(log.state, seat))
        matches.play(
            match_id=branch,
            expected_version=log.version,
            events=[choice],
            envelope=Envelope("cli", datetime.now(UTC)),
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_every_game_is_played_on_to_its_end(
    house: House, ana: SignedIn, game: str
) -> None:
    seats = 3 if game != "sushi_boat" else 4
    sitting = house.sitting(game, seats=seats, seed=3).finish()
    parent = sitting.log()
    for ply in (0, 9, len(parent.plies) - 1):
        if not any(isinstance(event, Choice) for event in parent.events[ply:]):
            continue
        branch = branched(sitting, ana, ply, seat=1)
        log = load_log(branch)
        assert log.events == parent.events[:ply]
        assert log.created.parent == Parent(sitting.id, sitting.version, ply)
        assert (log.source, log.created.rated) == ("online", False)
        assert log.players[1] == house.players[0].id
    played_out(branch, 1)
    assert load_log(branch).status == "finished"
    assert verify_stream(branch).ok
    assert sitting.log().version == parent.version


def test_it_is_in_no_list_and_counts_for_nobody(house: House, ana: SignedIn, over: Sitting) -> None:
    branch = branched(over, ana)
    played_out(branch, 1)
    row = get_match(branch)
    person = [house.players[0].id]

    assert (row.parent_id, row.parent_ply, row.owner) == (over.id, 7, f"user:{ana.user.pk}")
    assert (row.status, row.rated) == ("finished", False)
    assert StreamVisibility.objects.get(pk=branch).visibility == "unlisted"
    assert [one.pk for one in match_list()] == [over.id]
    [tally], _seats = records_of(person, row.seatings.model.objects.all())
    assert tally.played == 1
    assert [one.match for one in lately(person, Match.objects.all())] == [over.id]
    for client in (ana, Client()):
        assert str(branch) not in text_of(client.get("/matches/"))
        assert client.get(reverse("replays:match", args=[branch])).status_code == 200
    again, _ = match_rows(load_log(branch))
    assert (again.parent_id, again.parent_ply, again.owner) == (over.id, 7, row.owner)


def test_whoever_made_it_plays_it_and_no_other_member(
    house: House, ana: SignedIn, over: Sitting
) -> None:
    branch = get_match(branched(over, ana))
    other = make_member(house.club)

    def may(user: Any, action: str) -> bool:
        return policy().may(f"user:{user.pk}", action, house.club.id, branch)

    assert may(ana.user, actions.PLAY)
    assert may(ana.user, actions.REWIND)
    assert not may(ana.user, actions.RULE)
    assert not may(other, actions.PLAY)
    assert not policy().may(f"user:{ana.user.pk}", actions.PLAY, house.club.id, get_match(over.id))
    assert ana.get(reverse("replays:record", args=[branch.pk])).status_code == 200
    Membership.objects.filter(user=ana.user).delete()
    assert not may(ana.user, actions.PLAY)


def test_who_is_no_player_of_the_club_plays_an_empty_seat(house: House) -> None:
    sitting = house.sitting("sushi_go_party", seats=3, seed=3).finish()
    somebody = SignedIn(make_member(house.club))
    branch = get_match(branched(sitting, somebody, 4, seat=2))

    assert load_log(branch.pk).players[2] is None
    viewers = policy().viewers(f"user:{somebody.user.pk}", branch)
    assert {str(viewer) for viewer in viewers} == {"public", "seat:2"}
    assert {str(viewer) for viewer in policy().viewers("", branch)} == {"public"}


def test_what_may_not_be_seen_cannot_be_played_on(house: House, ana: SignedIn) -> None:
    sitting = house.sitting("sushi_go_party", seats=3, seed=3)
    sitting.play_on(12)
    before = Match.objects.count()

    assert refusal(branched, sitting, ana, 4) == "branch_too_early"
    sitting.finish()
    Club.objects.update(open_hands="arbiters")
    assert refusal(branched, sitting, ana, 4) == "branch_hidden"
    branched(sitting, SignedIn(make_member(house.club, "arbiter")), 4)
    Club.objects.update(open_hands="club")
    branch = branched(sitting, ana, 4)
    assert refusal(branched, sitting, SignedIn(make_member(make_club())), 4) == "branch_hidden"
    sitting.do(life.reopen_match)
    assert refusal(branched, sitting, ana, 4) == "branch_too_early"
    assert Match.objects.count() == before + 2
    played_out(branch, 1)
    assert refusal(branched, _Stored(branch), ana, 4) == "branch_of_branch"


class _Stored:
    """A match that is known by its id alone."""

    def __init__(self, match_id: UUID) -> None:
        self.id, self.version = match_id, load_log(match_id).version


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"ply": 999}, "no_such_ply"),
        ({"seat": 2}, "no_such_seat"),
        ({"bots": ("nobody",)}, "unknown_bot"),
        ({"bots": ("greedy", "random")}, "branch_bots"),
    ],
)
def test_nonsense_is_refused(
    ana: SignedIn, over: Sitting, fields: dict[str, Any], code: str
) -> None:
    assert refusal(branched, over, ana, **fields) == code


def test_the_end_is_no_step_to_play_on_from_and_a_report_has_none(
    house: House, ana: SignedIn, over: Sitting
) -> None:
    assert refusal(branched, over, ana, len(over.log().plies)) == "branch_at_end"
    plain = house.sitting("plain", options={"title": "Hanabi"})
    plain.do(life.report_result, scores=[3, 4])
    assert refusal(branched, plain, ana, 0) == "reported_only"


def test_what_nobody_noted_cannot_be_played_on(house: House, ana: SignedIn) -> None:
    sitting = house.sitting("hidden_game")
    sitting.play(Dealt(0, (None, None, None)))
    sitting.do(life.stop_match, reason="time", result="none")

    assert refusal(branched, sitting, ana, 1) == "branch_unknown"


def test_it_is_found_by_nobody_who_does_not_find_its_parent(
    house: House, ana: SignedIn, over: Sitting, client: Client
) -> None:
    branch = branched(over, ana)
    address = reverse("replays:match", args=[branch])

    def hide(level: str) -> None:
        set_visibility(
            club_id=house.club.id,
            kind="match",
            stream_id=over.id,
            visibility=level,
            envelope=Envelope("cli", datetime.now(UTC)),
        )

    assert client.get(address).status_code == 200
    hide("club")
    assert client.get(address).status_code == 404
    assert ana.get(address).status_code == 200
    second = branched(over, ana)
    hide("public")
    assert client.get(reverse("replays:match", args=[second])).status_code == 404


def test_the_pages_lead_to_each_other(ana: SignedIn, over: Sitting, client: Client) -> None:
    parent = reverse("replays:match", args=[over.id])
    shown = text_of(ana.get(parent, {"ply": 7}))
    path = reverse("replays:branch", args=[over.id])
    [asks] = [form for form in forms_of(shown) if form.action == path]
    page = text_of(ana.get(path, asks.hidden))
    form = next(form for form in forms_of(page) if "key" in form.hidden)
    sent = form.hidden | {"seat": "1", "bot": "greedy"}

    answer = ana.post(path, sent)
    branch = Match.objects.get(parent_id=over.id)
    assert answer["Location"] == reverse("replays:record", args=[branch.pk])
    assert branch.parent_ply == 7
    assert ana.post(path, sent)["Location"] == answer["Location"]
    assert Match.objects.filter(parent_id=over.id).count() == 1

    own = reverse("replays:match", args=[branch.pk])
    play_bots(match_id=branch.pk, now=datetime.now(UTC), rng=SeededRng("x"))
    there = text_of(client.get(own, headers=FRENCH))
    assert f'href="{parent}?ply=7&amp;v={over.version}"' in there
    assert "à l’étape 7" in there
    assert f'href="{own}"' in text_of(client.get(parent))
    assert client.get(parent).context["page"].branches.plies == [7]
    rows = client.get(own).context["page"].branches.beside
    shown = client.get(parent).context["page"].screening
    turns = tell(shown.log, shown.viewer, shown.labels, "en")
    told = [line.sentence for turn in turns for line in turn.lines]
    assert [row.there for row in rows if row.there] == told[7:]
    assert rows[0].ply == 8
    assert path not in text_of(client.get(parent))
    assert "/login" in client.get(path)["Location"]


def test_a_file_of_a_branch_keeps_what_it_came_from(ana: SignedIn, over: Sitting) -> None:
    branch = branched(over, ana)
    played_out(branch, 1)
    jsonl, kgn = export_jsonl(branch), export_kgn(branch)
    other = UUID(int=77)
    envelope = Envelope("cli", datetime.now(UTC))

    assert f'[Parent "{over.id} {over.version} 7"]' in kgn
    import_record(
        text=kgn.replace(str(branch), str(other)), club_id=None, envelope=envelope, source="x"
    )
    created = load_log(other).created
    assert created.parent == Parent(over.id, over.version, 7)
    assert export_kgn(other) == kgn.replace(str(branch), str(other))
    assert not import_record(text=jsonl, club_id=None, envelope=envelope, source="x").created
    assert verify_stream(other).ok
    for wrong in ("nobody 1 2", f"{over.id} 1", f"{over.id} x 2"):
        text = kgn.replace(f"{over.id} {over.version} 7", wrong)
        assert (
            refusal(import_record, text=text, club_id=None, envelope=envelope, source="x")
            == "record_header"
        )


def test_what_an_arbiter_let_happen_happens_in_the_branch_too(house: House, ana: SignedIn) -> None:
    sitting = house.sitting(seed=5)
    sitting.play_on(2)
    log = sitting.log()
    again = log.plies[0].event
    sitting.do(undo.override, event=again, note="Once more")
    sitting.do(life.stop_match, reason="time", result="none")
    plies = load_log(branched(sitting, ana, 3)).plies

    assert [ply.overridden for ply in plies] == [False, False, True]
    assert plies[2].event == again


def test_matches_of_before_began_at_their_beginning(over: Sitting) -> None:
    created = over.log().created
    assert (MatchCreated.schema, created.parent) == (3, None)
