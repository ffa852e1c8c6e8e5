"""The limits of the API: a caller who asks too much waits, a cache that is away stops nobody."""

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from replays.http.caching import shared


class AnonThrottle(AnonRateThrottle):
    """Counts callers without an account by their address."""

    cache = shared  # type: ignore[assignment]  # reading and writing is all it needs


class UserThrottle(UserRateThrottle):
    """Counts callers with an account."""

    cache = shared  # type: ignore[assignment]  # reading and writing is all it needs
