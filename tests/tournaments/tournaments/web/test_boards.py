"""The tables of a round as small boards."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.envelope import Envelope
from replays.live.callers import Caller
from replays.models import Stream
from tests.factories import NOW, make_club, make_member
from tests.known import known
from tests.tournaments.tournaments.web.fields import OPEN, Field
from tournaments.live import boards_mark
from tournaments.people.models import Club
from tournaments.people.services.visibility import set_visibility

pytestmark = [pytest.mark.database, pytest.mark.django_db]

VISITOR = Caller("")
ROOM = re.compile(
    r'<div class="board-room"[^>]*>(.*?)</div>\s*<p class="(?:told|awaited)', re.DOTALL
)


def boards(client: Client, path: str) -> list[str]:
    return ROOM.findall(client.get(path).content.decode())


def hide(field: Field, table: int) -> None:
    set_visibility(
        club_id=field.club.id,
        kind="match",
        stream_id=field.sitting(table).id,
        visibility="club",
        envelope=Envelope("cli", NOW),
    )


def test_every_table_is_shown_as_its_match_shows_it(client: Client) -> None:
    field = Field(8).announced()
    field.sitting(1).play_on(9)
    [shown] = boards(client, field.path("boards/"))
    assert [shown] == boards(client, f"/matches/{field.sitting(1).id}/")
    page = client.get(field.path("boards/")).content.decode()
    # Nothing is recorded at the other table: it shows who sits there.
    assert page.count("data-table=") == 2
    assert page.count('<ol class="list-plain tour-seats">') == 1
    assert f"/matches/{field.sitting(1).id}/" in page
    field.sitting(2).play_on(3)
    assert len(boards(client, field.path("boards/"))) == 2


def test_before_the_first_round_there_is_nothing_to_show(client: Client) -> None:
    field = Field(8)
    assert "Nobody is playing" in client.get(field.path("boards/")).content.decode()
    assert "boards/" not in client.get(field.path()).content.decode()
    assert "boards/" in client.get(field.announced().path()).content.decode()


def test_an_open_evening_shows_the_tables_that_are_playing(client: Client) -> None:
    field = Field(8, OPEN)
    field.do("start_stage", stage=1)
    for number in range(2):
        entrants = [1 + 4 * number + seat for seat in range(4)]
        field.do("begin_table", stage=1, entrants=entrants, game=number)
    for table in (1, 2):
        field.sitting(table).play_on(5)
    page = client.get(field.path("boards/")).content.decode()
    assert page.count('class="board-room"') == 2
    assert "games/sushi_bar/board" in page
    assert "games/sushi_go_party/board" in page
    field.do("record", stage=1, round=1, table=1, scores=[60, 50, 40, 30])
    assert client.get(field.path("boards/")).content.decode().count('class="board-room"') == 1


def test_a_hidden_match_is_neither_shown_nor_heard_of(client: Client) -> None:
    field = Field(8).announced()
    field.sitting(1).play_on(5)
    field.sitting(2).play_on(5)
    hide(field, 2)
    assert len(boards(client, field.path("boards/"))) == 1
    before = known(boards_mark(VISITOR, field.id))
    assert field.sitting(2).id not in before.topics
    field.sitting(2).play()
    assert boards_mark(VISITOR, field.id) == before
    field.sitting(1).play()
    assert known(boards_mark(VISITOR, field.id)).word != before.word
    client.force_login(make_member(field.club))
    assert len(boards(client, field.path("boards/"))) == 2


def test_what_is_told_late_is_shown_late(client: Client) -> None:
    field = Field(8, club=make_club(spectator_delay=10)).announced()
    sitting = field.sitting(1)
    sitting.play_on(4)
    before, mark = boards(client, field.path("boards/")), boards_mark(VISITOR, field.id)
    sitting.play(now=datetime.now(UTC))
    assert boards(client, field.path("boards/")) == before
    later = known(boards_mark(VISITOR, field.id))
    assert later.word == known(mark).word
    assert 500 < known(later.seconds) <= 600  # then it is looked again
    client.force_login(make_member(field.club))
    assert boards(client, field.path("boards/")) != before


def queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        client.get(path)
    return len(asked)


def test_a_page_of_more_tables_asks_no_more_questions(client: Client) -> None:
    few, many = Field(8).announced(), Field(24, club=make_club("Others")).announced()
    for field in (few, many):
        for table in known(field.state.stages[1].last_round).tables:
            field.sitting(table).play_on(3)
    assert queries(client, many.path("boards/")) == queries(client, few.path("boards/"))
    Club.objects.update(spectator_delay=0)
    with CaptureQueriesContext(connection) as asked:
        boards_mark(VISITOR, many.id)
    assert len(asked) <= 5


def test_one_damaged_record_takes_no_other_board_away(client: Client) -> None:
    field = Field(8).announced()
    for table in (1, 2):
        field.sitting(table).play_on(4)
    Stream.objects.filter(pk=field.sitting(1).id).update(head_hash="f" * 64)
    page = client.get(field.path("boards/")).content.decode()
    assert page.count('class="board-room"') == 1
    assert page.count("data-table=") == 2
