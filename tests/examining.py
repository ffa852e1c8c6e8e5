"""Requests made from the API's description, with true ids and bodies, and their answers."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.described import api_description

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PLAIN = {"Accept-Encoding": "identity"}
"""Whoever examines an answer reads it as it is."""
JSON = "application/json"
AS_MADE_UP = 4
"""Of so many requests one is sent as it was made up, but for the ids in its address."""


class Examiner:
    """Sends what the description allows to real things, and checks that it told the truth.

    Nothing of it stays: every request is rolled back.
    """

    def __init__(self, headers: Mapping[str, str]) -> None:
        found = schemathesis.openapi.from_dict(api_description()).get_all_operations()
        self.operations: dict[str, APIOperation[Any, Any, Any, Any]] = {}
        for result in found:
            assert isinstance(result, Ok)
            operation = result.ok()
            self.operations[operation.definition.raw["operationId"]] = operation
        self.headers = dict(headers)
        self.examined: set[str] = set()
        self.statuses: Counter[int] = Counter()
        self._application = get_wsgi_application()

    def examine(
        self,
        name: str,
        examples: int,
        address: Mapping[str, Any],
        *,
        body: dict[str, Any] | str | None = None,
        query: Mapping[str, Any] | None = None,
    ) -> None:
        """Ask for an operation with true ids; most of the time with this body and query too."""
        numbers = count()

        def amend(case: Case[Any]) -> None:
            for part in case.path_parameters or {}:
                case.path_parameters[part] = str(address[part])
            if next(numbers) % AS_MADE_UP != AS_MADE_UP - 1:
                case.headers.clear()
                case.query = {key: str(value) for key, value in (query or {}).items()}
                if body is not None:
                    case.media_type = JSON if isinstance(body, dict) else "text/plain"
                    case.body = body

        self.ask(name, examples, amend)

    def ask(self, name: str, examples: int, amend: Callable[[Case[Any]], None]) -> None:
        """Ask for an operation so often, each request as it is amended."""
        self.examined.add(name)

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=self.operations[name].as_strategy())
        def asked(case: Case[Any]) -> None:
            amend(case)
            with transaction.atomic():
                response = case.call(app=self._application, headers=self.headers | PLAIN)
                transaction.set_rollback(True)
            case.validate_response(response, checks=CHECKS)
            self.statuses[response.status_code] += 1

        with open_connection():
            asked()

    @property
    def share_of_success(self) -> float:
        done = sum(times for status, times in self.statuses.items() if 200 <= status < 300)
        return done / self.statuses.total()


@contextmanager
def open_connection() -> Iterator[None]:
    """Leave the connection of the test open, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
