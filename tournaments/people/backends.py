"""Whoever is signed in, as Django finds them: every request of theirs asks for them."""

from uuid import UUID

from django.contrib.auth.backends import ModelBackend

from replays.questions import Question
from tournaments.people.models import User

_USER = Question(UUID, lambda user_id: User.objects.filter(pk=user_id).order_by())


class AccountBackend(ModelBackend):
    """Django's own, which asks in words that are written once."""

    def get_user(self, user_id: UUID) -> User | None:
        user = _USER.answer(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
