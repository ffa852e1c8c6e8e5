"""What the API says about itself."""

from typing import Any

from drf_spectacular.generators import SchemaGenerator


def api_description() -> dict[str, Any]:
    """Return the OpenAPI document of the whole API."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
