"""A club of one's own, from nothing: the club, its first account and its people, in one piece."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import uuid4

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from replays.envelope import Envelope
from replays.errors import KaitenError
from tournaments.people.models import Club, User
from tournaments.people.selectors.clubs import demo_club
from tournaments.people.services.closing import close_club
from tournaments.people.services.clubs import ClubDetails, create_club
from tournaments.people.services.imports import ImportRow, RowStatus, add_names
from tournaments.people.services.setup_codes import use_setup_code


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is set up besides the first account."""

    club: ClubDetails
    names: str = ""
    """As they were pasted, one a line."""
    kept_lines: Collection[int] | None = None
    """Of the names that resemble others, those to be added; None: nobody was asked yet."""
    remove_demo: bool = False


@dataclass(frozen=True, slots=True)
class SetUp:
    """What was set up."""

    club: Club
    owner: User
    people: int
    left_out: tuple[ImportRow, ...]
    """The names that were not added."""


def new_account(*, username: str, password: str) -> User:
    """Return an account that is not stored yet.

    Raises `username_taken`, `username_refused` or `password_refused`.
    """
    account = User(id=uuid4(), username=User.normalize_username(username.strip()))
    if User.objects.filter(username__iexact=account.username).exists():
        raise KaitenError("username_taken", 409)
    try:
        User._meta.get_field("username").clean(account.username, account)
    except ValidationError as error:
        raise KaitenError("username_refused", reasons=" ".join(error.messages)) from None
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise KaitenError("password_refused", reasons=" ".join(error.messages)) from None
    account.password = make_password(password)
    return account


def set_up_club(*, wanted: Wanted, owner: User, envelope: Envelope, code: str | None) -> SetUp:
    """Make a club that an account owns, which is stored with it if it is new: all of it or nothing.

    A code is used up by it; without one the caller must know that the actor may. Raises
    `setup_code_wrong`, and what making a club, adding names and closing the demo raise.
    """
    with transaction.atomic():
        if code is not None and not use_setup_code(code=code, now=envelope.now):
            raise KaitenError("setup_code_wrong", 403)
        if owner._state.adding:
            _store(owner)
        club = create_club(club_id=uuid4(), now=envelope.now, owner=owner, **wanted.club)
        done = add_names(
            club=club, text=wanted.names, now=envelope.now, kept_lines=wanted.kept_lines
        )
        demo = demo_club() if wanted.remove_demo else None
        if demo is not None:
            close_club(club=demo, envelope=envelope)
    kept = wanted.kept_lines or ()
    doubtful = (row for row in done.rows if row.status != RowStatus.NEW)
    left_out = tuple(row for row in doubtful if row.line not in kept)
    return SetUp(club, owner, len(done.added), left_out)


def _store(account: User) -> None:
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        raise KaitenError("username_taken", 409) from None
