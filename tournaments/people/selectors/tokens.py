from tournaments.people.models import ApiToken, Scope

# A wider scope holds the narrower ones.
_HOLDS = {
    Scope.READ: frozenset({Scope.READ}),
    Scope.WRITE: frozenset({Scope.READ, Scope.WRITE}),
    Scope.ADMIN: frozenset({Scope.READ, Scope.WRITE, Scope.ADMIN}),
}


def scopes_of(token: ApiToken) -> frozenset[str]:
    """Return every scope a token holds, the implied ones included."""
    held: set[str] = set()
    for scope in token.scopes:
        held |= _HOLDS.get(scope, frozenset())
    return frozenset(held)
