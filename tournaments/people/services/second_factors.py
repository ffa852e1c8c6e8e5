"""The second factor: a code generator that somebody set up, and codes on paper for losing it."""

import hashlib
import re
import secrets
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from replays.errors import KaitenError
from tournaments.people import totp
from tournaments.people.account_models import RecoveryCode, SecondFactor, SecurityKind
from tournaments.people.models import User
from tournaments.people.services.security import note_security

RECOVERY_CODES = 10
# Without letters and digits that look alike.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP = 3, 4


def begin_second_factor(*, account: User, now: datetime) -> SecondFactor:
    """Return a key that does not count before it is confirmed, the same until it is dropped.

    Raises `second_factor_on` where one counts already.
    """
    secret = totp.as_text(secrets.token_bytes(totp.SECRET_BYTES))
    factor, _new = SecondFactor.objects.get_or_create(
        account=account, defaults={"id": uuid4(), "secret": secret, "created_at": now}
    )
    if factor.confirmed_at is not None:
        raise KaitenError("second_factor_on", 409)
    return factor


def drop_unconfirmed(*, account: User) -> None:
    SecondFactor.objects.filter(account=account, confirmed_at=None).delete()


@transaction.atomic
def confirm_second_factor(
    *, factor: SecondFactor, code: str, actor: str, now: datetime
) -> list[str]:
    """Switch a key on with a code it made; return the recovery codes, shown this once.

    Raises `code_wrong`.
    """
    if factor.confirmed_at is not None or not _accepted(factor, code, now):
        raise KaitenError("code_wrong")
    SecondFactor.objects.filter(pk=factor.pk).update(confirmed_at=now)
    note_security(account=factor.account, kind=SecurityKind.FACTOR_ON, actor=actor, now=now)
    return _new_codes(factor)


def code_is_right(*, factor: SecondFactor, code: str, actor: str, now: datetime) -> bool:
    """Use a code up, of the generator or on paper, and say whether it was right."""
    if _accepted(factor, code, now):
        return True
    unused = RecoveryCode.objects.filter(factor=factor, digest=_digest(factor, code), used_at=None)
    with transaction.atomic():
        if not unused.update(used_at=now):
            return False
        note_security(account=factor.account, kind=SecurityKind.RECOVERY_USED, actor=actor, now=now)
    return True


@transaction.atomic
def renew_recovery_codes(*, factor: SecondFactor, actor: str, now: datetime) -> list[str]:
    """Make ten new recovery codes; the old ones end."""
    note_security(account=factor.account, kind=SecurityKind.RECOVERY_RENEWED, actor=actor, now=now)
    return _new_codes(factor)


@transaction.atomic
def switch_off(*, account: User, actor: str, now: datetime) -> None:
    """Forget the key and the recovery codes; raises `second_factor_off` where there is none."""
    gone, _rows = SecondFactor.objects.filter(account=account, confirmed_at__isnull=False).delete()
    if not gone:
        raise KaitenError("second_factor_off", 409)
    note_security(account=account, kind=SecurityKind.FACTOR_OFF, actor=actor, now=now)


def _accepted(factor: SecondFactor, code: str, now: datetime) -> bool:
    typed = re.sub(r"\s", "", code)
    step = totp.accepted_step(
        totp.from_text(factor.secret), typed, now=now.timestamp(), last=factor.last_step
    )
    if step is None:
        return False
    # Of two who send the same code at once, one moves the step on.
    behind = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
    return bool(behind.update(last_step=step))


def _new_codes(factor: SecondFactor) -> list[str]:
    factor.recovery_codes.all().delete()
    codes = [_new_code() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(id=uuid4(), factor=factor, digest=_digest(factor, code)) for code in codes
    )
    return codes


def _new_code() -> str:
    letters = (secrets.choice(_LETTERS) for _ in range(_GROUPS * _GROUP))
    return "-".join("".join(group) for group in zip(*[letters] * _GROUP, strict=True))


def _digest(factor: SecondFactor, code: str) -> str:
    typed = re.sub(r"[\s-]", "", code).lower()
    return hashlib.sha256(f"{factor.id}:{typed}".encode("utf-8", "replace")).hexdigest()
