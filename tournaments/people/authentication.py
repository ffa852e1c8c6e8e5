"""Signing in to the API with `Authorization: Bearer kaiten_<prefix>_<secret>`."""

from datetime import UTC, datetime

from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from replays.errors import KaitenError
from replays.recall import recall
from tournaments.people.models import ApiToken, User
from tournaments.people.services.tokens import find_token, note_use
from tournaments.people.standing import standing_of_token

INVALID = _("This token is wrong, revoked or too old.")


class TokenAuthentication(BaseAuthentication):
    """Finds the user of a token; `request.auth` is the token itself."""

    keyword = "bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the user and the token, None when no token was sent, or answer 401."""
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != self.keyword:
            return None
        now = datetime.now(UTC)
        try:
            token = find_token(text=text.strip(), now=now)
        except KaitenError as refusal:
            raise AuthenticationFailed(INVALID, code=refusal.code) from None
        note_use(token=token, now=now)
        # Whoever asks later in this request what the token may do need not look for it again.
        recall(("standing", f"token:{token.pk}"), lambda: standing_of_token(token))
        return token.user, token

    def authenticate_header(self, _request: Request) -> str:
        """Return the challenge of a 401."""
        return 'Bearer realm="kaiten"'
