"""Sessions of people who use the API from the pages, with a refusal of their own for CSRF."""

from rest_framework import authentication, exceptions
from rest_framework.request import Request

from replays.http.problems import Refusal


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session; a write without a CSRF token is `csrf_failed`."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise Refusal("csrf_failed", 403) from None
