"""Who asks for pages."""

from django.test import Client

from tournaments.people.models import User


class SignedIn(Client):
    """The browser of somebody who has signed in; `user` says who."""

    def __init__(self, user: User) -> None:
        super().__init__()
        self.user = user
        self.force_login(user)
