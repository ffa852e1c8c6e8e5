"""Sessions in the database, as Django keeps them: every request asks for one."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from replays.questions import Question

_SESSION = Question(str, lambda key: Session.objects.filter(session_key=key).order_by())


class SessionStore(db.SessionStore):
    """Django's own, which asks in words that are written once."""

    def _get_session_from_db(self) -> Session | None:
        session = _SESSION.answer(self.session_key or "")
        if session is not None and session.expire_date > timezone.now():
            return session
        # What is not there, or not any more, Django sees to.
        found: Session | None = super()._get_session_from_db()  # type: ignore[misc]
        return found
