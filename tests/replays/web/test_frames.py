"""The frames of a match: what the page steps through without asking again."""

import gzip
import json
import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from games.registry import games
from games.testing.scale import scaled
from replays.http.caching import shared
from replays.services import undo
from replays.web.outline import LONG_PART, outline_of
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRAME, House
from tests.replays.web.markup import text_of
from tests.replays.web.test_secrecy import HANDS, OTHER_HANDS, dealt
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db

PLAYED = [rules.slug for rules in games() if not rules.reported_only]
VIEWS = [("arbiter", "fr"), ("public", "en"), ("0", "fr")]
SOAK = scaled(10) == 10
EVERY = 1 if SOAK else 17
"""Which steps are compared; an ordinary run looks at each game in one way."""
LOOKS = [(game, *view) for game in PLAYED for view in VIEWS]
ONE_EACH = [(game, *VIEWS[number % 3]) for number, game in enumerate(PLAYED)]


def frames_addresses(page: str) -> list[str]:
    """Return where the parts are that a page leads to."""
    found = re.search(r'data-frames="([^"]+)"\s+data-keys="([^"]+)"', page)
    assert found
    first = found[1].replace("&amp;", "&")
    keys = enumerate(found[2].split())
    return [f"{first.replace('/0/', f'/{part}/')}&key={key}" for part, key in keys]


def frames_address(page: str) -> str:
    return frames_addresses(page)[0]


def bundles(client: Client, sitting: Sitting, **query: str) -> tuple[list[dict[str, Any]], str]:
    """Return every bundle that the page of a match leads to, and the page."""
    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), query))
    addresses = frames_addresses(page)
    return [json.loads(client.get(address).content) for address in addresses], page


def unfolded(bundle: dict[str, Any]) -> list[str]:
    """Return the HTML of every step, as the page puts it together."""
    pages: list[str] = []
    page: list[int] = []
    for start, end, between in bundle["steps"]:
        page = [*page[:start], *between, *page[len(page) - end :]]
        pages.append("\n".join(bundle["lines"][number] for number in page))
    return pages


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seat", "lang"), LOOKS if SOAK else ONE_EACH)
def test_every_frame_is_what_the_server_shows_for_that_step(
    house: House, staff: Client, game: str, seat: str, lang: str
) -> None:
    sitting = house.sitting(game, seats=3, seed=game).finish()
    staff.cookies["django_language"] = lang
    found, _page = bundles(staff, sitting, seat=seat)
    frames = [frame for bundle in found for frame in unfolded(bundle)]

    assert len(frames) == len(sitting.log().plies) + 1
    address = reverse("replays:match", args=[sitting.id])
    for ply in {*range(0, len(frames), EVERY), len(frames) - 1}:
        shown = staff.get(address, {"ply": str(ply), "seat": seat}, headers=FRAME)
        assert text_of(shown) == frames[ply], ply


@pytest.mark.parametrize("game", PLAYED)
def test_parts_begin_with_turns_and_hold_every_step_once(house: House, game: str) -> None:
    log = house.sitting(game, seats=3, seed=game).finish().log()
    outline = outline_of(log)

    steps = [ply for part in range(len(outline.parts)) for ply in range(*_range(outline, part))]
    assert steps == list(range(len(log.plies) + 1))
    assert set(outline.parts) <= {0, *outline.turns}
    assert set(outline.rounds) <= set(outline.turns)
    longest_turn = max(
        end - start
        for start, end in zip(outline.turns, (*outline.turns[1:], outline.last), strict=True)
    )
    for part in range(len(outline.parts)):
        first, end = _range(outline, part)
        assert end - first <= LONG_PART + longest_turn + 1
        assert all(outline.part_of(ply) == part for ply in range(first, end))


def _range(outline: Any, part: int) -> tuple[int, int]:
    first, last = outline.steps(part)
    return first, last + 1


def test_an_address_with_its_key_never_changes_and_another_key_is_not_kept(
    house: House, staff: Client
) -> None:
    sitting = house.sitting(seats=2).finish()
    address = frames_address(text_of(staff.get(reverse("replays:match", args=[sitting.id]))))

    kept = staff.get(address, headers={"Accept-Encoding": "gzip"})
    assert kept["Content-Encoding"] == "gzip"
    assert "immutable" in kept["Cache-Control"]
    assert "private" in kept["Cache-Control"]
    plain = staff.get(address)
    assert "Content-Encoding" not in plain
    assert gzip.decompress(kept.content) == plain.content
    other = staff.get(re.sub("key=[0-9a-f]+", "key=0", address))
    assert other["Cache-Control"] == "private, no-cache"
    assert other.content == plain.content


def test_a_bundle_is_rendered_once_and_kept_where_all_processes_find_it(
    house: House, staff: Client
) -> None:
    caches["default"].clear()
    sitting = house.sitting(seats=2).finish()
    address = frames_address(text_of(staff.get(reverse("replays:match", args=[sitting.id]))))
    key = re.findall("key=([0-9a-f]+)", address)[0]
    name = f"frames:{sitting.id}:{key}:0"

    assert shared.run(lambda cache: cache.get(name)) is None
    first = staff.get(address, headers={"Accept-Encoding": "gzip"}).content
    assert shared.run(lambda cache: cache.get(name)) == first
    assert staff.get(address, headers={"Accept-Encoding": "gzip"}).content == first


def test_a_changed_name_changes_the_address_and_the_old_one_tells_the_new_name(
    house: House, staff: Client
) -> None:
    sitting = house.sitting(seats=2).finish()
    page = reverse("replays:match", args=[sitting.id])
    old = frames_address(text_of(staff.get(page)))
    assert "Chloé M." in staff.get(old).content.decode()

    Player.objects.filter(pk=house.players[0].pk).update(display="hidden")
    answer = staff.get(old)
    assert "Chloé" not in answer.content.decode()
    assert "immutable" not in answer["Cache-Control"]
    assert frames_address(text_of(staff.get(page))) != old


def test_frames_are_the_same_whatever_is_hidden_and_none_are_of_a_seat_that_is_not_yours(
    house: House, client: Client
) -> None:
    one, other = dealt(house, *HANDS), dealt(house, *OTHER_HANDS)
    answers = []
    for sitting in (one, other):
        page = reverse("replays:match", args=[sitting.id])
        address = frames_address(text_of(client.get(page)))
        answer = client.get(address)
        answers.append((answer.content, {**answer.headers}))
        for seat in ("0", "1", "arbiter"):
            assert client.get(re.sub("seat=[^&]*", f"seat={seat}", address)).status_code == 404
    assert answers[0] == answers[1]


def test_nobody_gets_frames_of_what_is_not_theirs_to_see(house: House, client: Client) -> None:
    sitting = house.sitting(seats=2)
    sitting.play_on(3)
    address = frames_address(text_of(client.get(reverse("replays:match", args=[sitting.id]))))
    assert client.get(address).status_code == 200

    assert client.get(f"{address}&v=5").status_code == 404
    assert client.get(address.replace("/0/", "/1/")).status_code == 404
    Club.objects.filter(pk=house.club.pk).update(spectator_delay=None)
    assert client.get(address).status_code == 404
    Club.objects.filter(pk=house.club.pk).update(spectator_delay=0, visibility="club")
    assert client.get(address).status_code == 404


def test_what_is_recorded_later_leaves_earlier_parts_where_they_are(
    house: House, client: Client
) -> None:
    sitting = house.sitting("sushi_go_party", seats=4, seed=1)
    sitting.play_on(40)
    page = reverse("replays:match", args=[sitting.id])
    before = frames_addresses(text_of(client.get(page)))
    kept = client.get(before[0])
    assert len(before) > 1
    assert "immutable" in kept["Cache-Control"]
    sitting.play_on(40)
    after = frames_addresses(text_of(client.get(page)))
    assert after[: len(before) - 1] == before[:-1]
    assert after[len(before) - 1] != before[-1]
    again = client.get(before[0])
    assert (again.content, again["Cache-Control"]) == (kept.content, kept["Cache-Control"])
    sitting.do(undo.rewind, to=3)
    assert frames_address(text_of(client.get(page))) != before[0]


def test_the_page_tells_the_part_it_shows_and_leads_to_the_others(
    house: House, client: Client
) -> None:
    sitting = house.sitting("sushi_go_party", seats=4, seed=1).finish()
    found, _page = bundles(client, sitting)
    assert len(found) > 2
    last = len(sitting.log().plies)

    page = text_of(client.get(reverse("replays:match", args=[sitting.id]), {"ply": str(last)}))
    told = [int(ply) for ply in re.findall(r'class="story-line" data-ply="(\d+)"', page)]
    assert told == list(range(found[-1]["first"] + 1, last + 1))
    for bundle in found[:-1]:
        assert f'?ply={bundle["first"]}"' in page
    whole = "".join(bundle["story"] for bundle in found)
    lines = [int(ply) for ply in re.findall(r'class="story-line" data-ply="(\d+)"', whole)]
    assert lines == list(range(1, last + 1))


def test_scores_come_with_the_frames(house: House, client: Client) -> None:
    sitting = house.sitting(seats=2).finish()
    found, _page = bundles(client, sitting)

    scores = [row for bundle in found for row in bundle["scores"]]
    assert scores[0] == [0, 0]
    assert scores[-1] == [seat.score for seat in sitting.seats]


def test_a_member_without_a_seat_gets_the_frames_of_a_visitor(
    house: House, client: Client, member: Client
) -> None:
    sitting = dealt(house, *HANDS)
    page = reverse("replays:match", args=[sitting.id])

    mine, theirs = (
        who.get(frames_address(text_of(who.get(page)))).content for who in (member, client)
    )
    assert mine == theirs
