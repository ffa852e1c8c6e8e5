"""`manage.py createtoken USER`: a key to the API, shown this once."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandParser

from replays.errors import KaitenError
from replays.management.base import KaitenCommand
from tournaments.people.models import Scope, User
from tournaments.people.selectors.clubs import club_by_name
from tournaments.people.services.tokens import NewToken, issue_token


class Command(KaitenCommand):
    """Make an API token and print it; nobody can see it again."""

    help = "Make an API token for an account and print it once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the user name of the account it acts for")
        parser.add_argument("--name", default="command line", help="what it is for")
        parser.add_argument(
            "--scopes", default=Scope.READ.value, help=f"of: {', '.join(Scope.values)}"
        )
        parser.add_argument("--club", default="", help="short name or id, to bind it to one club")
        parser.add_argument("--days", type=int, default=0, help="expire after so many days")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the token alone, so that it can be piped."""
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise KaitenError("unknown_user", 404)
        now = datetime.now(UTC)
        if not 0 <= options["days"] <= 36_500:
            raise KaitenError("bad_days", limit=36_500)
        issued = issue_token(
            token_id=uuid4(),
            wanted=NewToken(
                user=user,
                name=options["name"],
                scopes=[scope.strip() for scope in options["scopes"].split(",") if scope.strip()],
                club=club_by_name(options["club"]) if options["club"] else None,
                expires_at=now + timedelta(days=options["days"]) if options["days"] else None,
            ),
            actor="cli",
            now=now,
        )
        self.stdout.write(issued.text)
