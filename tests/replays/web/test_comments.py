"""Comments on the steps of a match, by page: who writes, who reads, who takes away."""

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from replays.errors import KaitenError
from replays.events import LogAnnotated
from replays.models import Note
from replays.selectors.comments import comments_of
from replays.services import life, undo
from tests.answers import Answer
from tests.clients import SignedIn
from tests.factories import make_member, make_user
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import forms_of, text_of
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db

OPEN, KEPT = "A brave throw", "Between us: a mistake"


@dataclass
class People:
    """Everybody who may look at a match that is over."""

    ana: SignedIn
    """A member, who is a player of the club."""
    other: SignedIn
    """A member, who is no player."""
    scorekeeper: SignedIn
    organiser: SignedIn
    stranger: SignedIn
    """Somebody with an account and without a role."""
    visitor: Client


@pytest.fixture
def people(house: House) -> People:
    ana = make_member(house.club, username="ana")
    Player.objects.filter(pk=house.players[0].pk).update(user=ana)
    return People(
        SignedIn(ana),
        SignedIn(make_member(house.club, username="other")),
        SignedIn(make_member(house.club, "scorekeeper", username="keeper")),
        SignedIn(make_member(house.club, "organiser", username="boss")),
        SignedIn(make_user("stranger")),
        Client(),
    )


@pytest.fixture
def sitting(house: House) -> Sitting:
    return house.sitting(seed=5).finish()


def page(client: Client, sitting: Sitting, **query: int) -> str:
    return text_of(client.get(reverse("replays:match", args=[sitting.id]), query))


def write(client: Client, sitting: Sitting, text: str, audience: str, ply: int = 2) -> Answer:
    """Fill in the form that stands beside a step."""
    shown = page(client, sitting, ply=ply)
    path = reverse("replays:annotate", args=[sitting.id])
    [form] = [form for form in forms_of(shown) if form.action == path]
    return client.post(path, form.hidden | {"note": text, "audience": audience})


def read_by(people: People, sitting: Sitting, text: str) -> set[str]:
    """Return who reads a text on the page of a match."""
    return {name for name, client in vars(people).items() if text in page(client, sitting)}


def test_a_comment_is_read_by_those_whom_it_is_for(people: People, sitting: Sitting) -> None:
    answer = write(people.ana, sitting, OPEN, "public", ply=3)
    write(people.other, sitting, KEPT, "club")
    write(people.scorekeeper, sitting, "The slip is wet", "scorekeepers")

    assert answer["Location"] == f"/matches/{sitting.id}/?ply=3#comments"
    target = sitting.log().plies[2].version
    assert sitting.log().entries[-3].event == LogAnnotated(
        target, Note.objects.get(text=OPEN).digest, "public"
    )
    assert read_by(people, sitting, OPEN) == set(vars(people))
    club = {"ana", "other", "scorekeeper", "organiser"}
    assert read_by(people, sitting, KEPT) == club
    assert read_by(people, sitting, "The slip is wet") == {"scorekeeper", "organiser"}
    assert read_by(people, sitting, "It is signed “Chloé M.”") == {"ana"}
    assert read_by(people, sitting, "It is signed “A member of the club”") == club - {"ana"}


def test_the_author_is_called_as_players_are_and_by_no_user_name(
    people: People, sitting: Sitting
) -> None:
    write(people.ana, sitting, OPEN, "public")
    write(people.other, sitting, "Well played", "public")
    seen, inside = page(people.visitor, sitting), page(people.organiser, sitting)
    comments = seen[seen.index('id="comments"') :]

    assert "Chloé M. ·" in comments
    assert "A member of the club ·" in comments
    assert not [name for name in ("ana ·", "other ·") if name in seen]
    assert "other ·" in inside
    Player.objects.filter(user=people.ana.user).update(display="hidden")
    assert "Chloé M. ·" not in page(people.visitor, sitting)


def test_only_the_author_and_organisers_take_a_comment_away(
    people: People, sitting: Sitting
) -> None:
    write(people.ana, sitting, OPEN, "public")
    write(people.other, sitting, KEPT, "club")
    first, second = sitting.version - 1, sitting.version
    head = sitting.log().head_hash

    def take(client: Client, version: int) -> int:
        path = reverse("replays:take_away", args=[sitting.id, version])
        return client.post(path).status_code

    assert (
        "/login"
        in people.visitor.get(reverse("replays:take_away", args=[sitting.id, first])).headers[
            "Location"
        ]
    )
    assert take(people.stranger, first) == take(people.other, first) == 403
    assert take(people.scorekeeper, first) == 403
    assert take(people.ana, first) == take(people.organiser, second) == 302
    assert take(people.organiser, 1) == 404

    assert not read_by(people, sitting, OPEN)
    assert "This comment was taken away." in page(people.visitor, sitting)
    assert set(Note.objects.values_list("text", flat=True)) == {""}
    assert sitting.log().head_hash == head
    french = people.ana.get(reverse("replays:match", args=[sitting.id]), headers=FRENCH)
    assert "Ce commentaire a été retiré." in text_of(french)


def test_nobody_comments_on_a_match_that_goes_on(people: People, house: House) -> None:
    sitting = house.sitting()
    sitting.play_on(3)
    path = reverse("replays:annotate", args=[sitting.id])
    refused = people.ana.post(path, {"note": OPEN, "audience": "public", "ply": "2"})

    assert "Comments can be written once the match is over." in text_of(people.ana.get(path))
    assert refused.status_code == 422
    assert sitting.version == 4
    with pytest.raises(KaitenError, match="comment_too_early"):
        sitting.do(undo.annotate, target=2, text=OPEN, audience="club")
    sitting.do(undo.annotate, target=2, text="A note")
    assert "A note" in page(people.scorekeeper, sitting)


def test_comments_are_away_while_the_match_is_open_again(people: People, sitting: Sitting) -> None:
    write(people.ana, sitting, OPEN, "public")
    write(people.ana, sitting, KEPT, "club")

    sitting.do(life.reopen_match, note="A wrong entry")
    assert not read_by(people, sitting, OPEN) | read_by(people, sitting, KEPT)

    sitting.do(life.report_result, scores=[1, 2])
    assert read_by(people, sitting, OPEN) == set(vars(people))


@pytest.mark.parametrize(
    ("openness", "member", "arbiter"),
    [
        ("everybody", {"public", "club"}, {"public", "club", "scorekeepers"}),
        ("club", {"club"}, {"club", "scorekeepers"}),
        ("arbiters", {"public", "club"}, {"scorekeepers"}),
    ],
)
def test_whoever_sees_more_than_others_does_not_write_for_them(
    house: House, sitting: Sitting, openness: str, member: set[str], arbiter: set[str]
) -> None:
    Club.objects.update(open_hands=openness)
    somebody = SignedIn(make_member(house.club))
    judge = SignedIn(make_member(house.club, "arbiter"))
    path = reverse("replays:annotate", args=[sitting.id])

    for client, permitted in ((somebody, member), (judge, arbiter)):
        for audience in ("public", "club", "scorekeepers"):
            sent = client.post(path, {"note": "Look", "audience": audience, "ply": "1"})
            assert (sent.status_code == 302) == (audience in permitted)


def test_a_comment_stays_with_its_entry_when_that_is_corrected(house: House) -> None:
    sitting = house.sitting(seed=5)
    sitting.play_on(12)
    target, event, dropped = sitting.amendment() or (0, None, ())
    step = sitting.log().steps_by_version[target]
    late = max(dropped, default=sitting.log().plies[-1].version)
    for version in (target, late):
        sitting.do(undo.annotate, target=version, text="Look")

    sitting.do(undo.amend, target=target, event=event, dropped=dropped)
    sitting.do(undo.rewind, to=sitting.version - 1)
    sitting.do(undo.rewind, to=sitting.version - 1)

    plies = [one.ply for one in comments_of(sitting.log(), {"scorekeepers"})]
    assert plies[0] == step
    assert (plies[1] is None) == (late in dropped)


def test_the_steps_that_have_comments_are_told_apart(people: People, sitting: Sitting) -> None:
    for ply in (4, 2, 4):
        write(people.ana, sitting, f"On {ply}", "public", ply=ply)
    seen = people.visitor.get(reverse("replays:match", args=[sitting.id]), {"ply": 2})

    assert seen.context["page"].commented_plies == [2, 4]
    text = text_of(seen)
    assert '<div data-at-step="2" >' in text
    assert '<div data-at-step="4" hidden>' in text
    assert text.count("On 4") == 2


def test_a_form_without_words_comes_back_as_it_was(people: People, sitting: Sitting) -> None:
    path = reverse("replays:annotate", args=[sitting.id])
    version = sitting.version
    for text, ply in ((" ", "2"), ("x" * 2001, "7")):
        answer = people.ana.post(path, {"note": text, "audience": "club", "ply": ply})
        assert answer.status_code == 422
        assert f'name="ply" value="{ply}"' in text_of(answer)
        assert text.strip()[:100] in text_of(answer)
    assert sitting.version == version
