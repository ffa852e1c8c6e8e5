"""What the API says about itself."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def api_description() -> dict[str, Any]:
    """Return the OpenAPI document of the whole API; nobody may change it."""
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
