"""What the test client gives back."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The name that the stubs give to a response with what the client adds: `json()`, `context`.
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    from django.http import HttpResponseBase as Answer

__all__ = ["Answer"]
