"""What people wrote on the entries of a match."""

from datetime import datetime
from typing import Literal, Self

from replays.api.answers.matches import MatchId
from replays.http.answers import Answer
from replays.selectors.comments import Comment


class CommentAnswer(Answer, frozen=True):
    """A comment on one entry of a log."""

    version: int
    """Where it was recorded; it is taken away by this number."""
    target: int
    """The version of the entry that it is about."""
    ply: int | None
    """The step of that entry, 0 for the start; null for what does not count any more."""
    audience: Literal["public", "club", "scorekeepers"]
    """Who may read it: everybody, the club, or those who may record."""
    text: str | None
    """What it says; null once it was taken away."""
    author: str | None
    """The public name of the player who wrote it; null for somebody who is no player there."""
    written_at: datetime
    """When it was written."""
    taken_away_at: datetime | None
    """When its text was erased; null while it stands."""

    @classmethod
    def of(cls, comment: Comment, author: str | None) -> Self:
        """Return a comment as those read it whom it is for."""
        return cls.from_object(
            comment,
            text=comment.text if comment.erased_at is None else None,
            author=author,
            written_at=comment.written_at,
            taken_away_at=comment.erased_at,
        )


class CommentsAnswer(Answer, frozen=True):
    """The comments on a match."""

    match: MatchId
    comments: list[CommentAnswer]
    """The oldest first."""
