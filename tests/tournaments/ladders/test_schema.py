"""What ladders answer is what the API's description says, made from the description itself."""

from collections import Counter
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case
from schemathesis.schemas import APIOperation

from games.testing.scale import scaled
from replays.envelope import Envelope
from tests.described import api_description
from tests.factories import NOW, bearer, make_club, make_player, make_token
from tests.replays.api.test_schema import CHECKS, open_connection
from tests.tournaments.ladders.nights import played, work
from tournaments.ladders.commands import Freeze, NewLadder
from tournaments.ladders.models import LadderNote
from tournaments.ladders.services.ladders import create_ladder, lead
from tournaments.ladders.usual import usual_id

pytestmark = [pytest.mark.django_db, pytest.mark.soak]


@pytest.fixture
def ids() -> dict[str, str]:
    """Return what the addresses of a ladder are made of: everything there is to show."""
    club = make_club(slug="here")
    people = [make_player(club, f"Person{number} X") for number in range(4)]
    match = played(club, people, [5, 4, 3, 2], minutes=300)
    made = create_ladder(
        club=club,
        wanted=NewLadder(title="Gone", rules={"system": "openskill"}),
        envelope=Envelope("cli", NOW),
    )
    work()
    lead(ladder_id=made.stream_id, command=Freeze(), envelope=Envelope("cli", NOW))
    played(club, people[:3], [1, 2, 3], minutes=1, entered=400)
    work()
    assert LadderNote.objects.exists()
    return {
        "club": "here",
        "ladder_id": str(usual_id(club.id)),
        "player_id": str(people[0].id),
        "match_id": str(match),
    }


def test_every_answer_about_ladders_is_as_described(ids: dict[str, str]) -> None:
    description = api_description()
    application = get_wsgi_application()
    headers = bearer(make_token()[1])
    statuses: Counter[int] = Counter()

    def check(operation: APIOperation[Any, Any, Any, Any]) -> None:
        @settings(
            max_examples=scaled(60),
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Case[Any]) -> None:
            named = case.path_parameters or {}
            case.path_parameters = named | {name: ids[name] for name in named if name in ids}
            if "If-Match" in (case.headers or {}):
                case.headers["If-Match"] = '"1"'
            response = case.call(app=application, headers=headers)
            case.validate_response(response, checks=CHECKS)
            statuses[response.status_code] += 1

        ask()
        plain = {name: ids[name] for name in ids if f"{{{name}}}" in operation.path}
        if operation.method.upper() == "GET":
            case = operation.Case(path_parameters=plain)
            response = case.call(app=application, headers=headers)
            case.validate_response(response, checks=CHECKS)
            assert response.status_code == 200, (operation.path, response.status_code)

    with open_connection():
        for result in schemathesis.openapi.from_dict(description).get_all_operations():
            assert isinstance(result, Ok)
            operation = result.ok()
            if operation.definition.raw["tags"] == ["ladders"]:
                check(operation)
    assert statuses.total() >= 20 * scaled(60) // 2
    assert statuses[200]
