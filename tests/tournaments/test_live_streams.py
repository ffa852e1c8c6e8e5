"""Tournaments, ladders and clubs over the API's streams."""

from datetime import UTC, datetime

import pytest

from tests.factories import bearer, make_club, make_member, make_player, make_token
from tests.streams import Stream
from tests.tournaments.ladders.nights import begun, played, work
from tests.tournaments.tournaments.web.fields import Field
from tournaments.people.models import ApiToken, Club

pytestmark = [pytest.mark.database, pytest.mark.services, pytest.mark.usefixtures("fresh_database")]


def test_a_tournament_is_followed_as_its_events_are_listed(live_server_url: str) -> None:
    field = Field(8).announced()
    api = f"{live_server_url}/api/v1/tournaments/{field.id}"
    organiser = make_member(Club.objects.get(pk=field.state.club), "organiser")
    token, text = make_token(organiser, ("read",))
    version = field.state.version
    with (
        Stream(f"{api}/stream?after={version - 2}") as visitor,
        Stream(f"{api}/stream", bearer(text)) as inside,
    ):
        assert [int(event.id) for event in visitor.take(2)] == [version - 1, version]
        inside.take(version)
        field.do("record", stage=1, round=1, table=1, scores=[60, 50, 40, 30])
        field.do("keep_apart", groups=[[1, 2]])
        seen = visitor.take(field.state.version - version)
        known = inside.take(field.state.version - version)
        assert [event.id for event in seen] == [event.id for event in known]
        assert seen[-1].data["type"] == "tournament.hidden"
        assert seen[-1].data["by"] is None
        assert known[-1].data["type"] == "tournament.kept_apart"
        ApiToken.objects.filter(pk=token.pk).update(revoked_at=datetime.now(UTC))
        field.do("record", stage=1, round=1, table=2, scores=[60, 50, 40, 30])
        assert list(inside) == []
        assert len(visitor.take(1)) == 1


def test_a_ladder_and_a_club_say_that_they_changed(live_server_url: str) -> None:
    club = make_club()
    people = [make_player(club, f"Ana{number} A") for number in range(2)]
    ladder = begun(club, "Open")
    api = f"{live_server_url}/api/v1"
    with (
        Stream(f"{api}/ladders/{ladder}/stream") as of_ladder,
        Stream(f"{api}/clubs/{club.slug}/stream") as of_club,
    ):
        marks = [stream.take(1)[0] for stream in (of_ladder, of_club)]
        assert {one.kind for one in marks} == {"changed"}
        played(club, people, [30, 20])
        work()
        for stream, before in zip((of_ladder, of_club), marks, strict=True):
            [after] = stream.take(1)
            assert after.data["mark"] != before.data["mark"]
            assert int(after.id) > int(before.id)


def test_a_club_tells_visitors_nothing_of_what_is_hidden(live_server_url: str) -> None:
    club = make_club()
    people = [make_player(club, f"Ana{number} A") for number in range(2)]
    Club.objects.filter(pk=club.pk).update(default_visibility="club")
    _token, text = make_token(make_member(club), ("read",))
    address = f"{live_server_url}/api/v1/clubs/{club.slug}/stream"
    with Stream(address) as visitor, Stream(address, bearer(text)) as member:
        visitor.take(1)
        member.take(1)
        played(club, people, [30, 20])
        assert member.take(1)[0].kind == "changed"
        assert visitor.is_silent_for(0.5)
