"""Second factors as their owners use them: a key in an app, codes on paper."""

from datetime import UTC, datetime

from tournaments.people import totp
from tournaments.people.account_models import SecondFactor
from tournaments.people.models import User
from tournaments.people.services.second_factors import begin_second_factor, confirm_second_factor


def code_for(account: User, *, steps_on: int = 0) -> str:
    """Return what the app shows for an account now, or some steps later."""
    secret = totp.from_text(SecondFactor.objects.get(account=account).secret)
    return totp.code_of(secret, totp.step_at(datetime.now(UTC).timestamp()) + steps_on)


def switched_on(account: User) -> list[str]:
    """Give an account a second factor whose first code is not used up; return the paper codes."""
    now = datetime.now(UTC)
    factor = begin_second_factor(account=account, now=now)
    codes = confirm_second_factor(factor=factor, code=code_for(account), actor="", now=now)
    SecondFactor.objects.update(last_step=0)
    return codes
