"""How the description of the API names our tokens."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer kaiten_<prefix>_<secret>`."""

    target_class = "tournaments.people.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Return the OpenAPI security scheme."""
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "kaiten_<prefix>_<secret>",
            "description": "An API token with the scopes read, write or admin.",
        }
