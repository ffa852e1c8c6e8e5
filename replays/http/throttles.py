"""The limits of the API: a caller who asks too much waits, a cache that is away stops nobody."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from replays.http.counting import count

if TYPE_CHECKING:
    from rest_framework.views import APIView


class _Exact(SimpleRateThrottle):
    """Counts calls where counting is one step, so that calls at the same moment all count."""

    num_requests: int
    duration: int
    left = 0.0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        key = self.get_cache_key(request, view)
        if self.rate is None or key is None:
            return True
        counted = count(key, self.duration)
        self.left = counted.left
        return counted.number <= self.num_requests

    def wait(self) -> float:
        return self.left


class AnonThrottle(_Exact, AnonRateThrottle):
    """Counts callers without an account by their address."""


class UserThrottle(_Exact, UserRateThrottle):
    """Counts callers with an account."""


class VerifyThrottle(_Exact, UserRateThrottle):
    """Counts those who have logs checked on a page, by account or by address."""

    scope = "verify"
