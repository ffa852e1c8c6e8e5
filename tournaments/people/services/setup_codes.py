"""The code that opens the set-up of a club: short enough to be read aloud and typed on a phone.

One works at a time. It is stored as a digest under the server's own key, since so short a code
could be found from a plain one; guesses at it are counted (`sign_in.begin_setup`).
"""

import secrets
from datetime import datetime, timedelta
from uuid import uuid4

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac

from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.services.links import open_links

LETTERS = "ACDEFHJKMNPQRTUVWXY34679"
"""No two of them look alike: 24 letters, eight of which are a hundred thousand million codes."""
LENGTH = 8
VALID_FOR = timedelta(days=7)


def issue_setup_code(*, actor: str, now: datetime) -> str:
    """Return a new code, written to be read; those before it work no more."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    open_links(now).filter(purpose=Purpose.SETUP).update(revoked_at=now)
    OneTimeLink.objects.create(
        id=uuid4(),
        purpose=Purpose.SETUP,
        digest=_digest(code),
        created_by=actor,
        created_at=now,
        expires_at=now + VALID_FOR,
    )
    half = LENGTH // 2
    return f"{code[:half]}-{code[half:]}"


def setup_code_works(*, code: str, now: datetime) -> bool:
    """Say whether a code, however it was typed, can be used now."""
    return _of(code, now).exists()


def use_setup_code(*, code: str, now: datetime) -> bool:
    """Use a code up and say whether that was still possible: of two at once, one may."""
    return bool(_of(code, now).update(used_at=now))


def _of(code: str, now: datetime) -> QuerySet[OneTimeLink]:
    return open_links(now).filter(purpose=Purpose.SETUP, digest=_digest(code))


def _digest(code: str) -> str:
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return salted_hmac("kaiten.setup", plain, algorithm="sha256").hexdigest()


def setup_path(code: str) -> str:
    """Return the address on this site that has a code filled in."""
    return f"{reverse('tournaments:setup')}?code={code}"
