"""Comments beside a match: who wrote what on which step, and who may do what about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from replays import actions, ports
from replays.events import Audience
from replays.log import Log
from replays.models import Match
from replays.notes import LONGEST_NOTE
from replays.selectors.comments import Comment, audiences_read, comments_of
from replays.web.access import actor_of, language, may
from replays.web.history import moment
from replays.web.writing import new_key

READERS: Mapping[Audience, str | Promise] = {
    "public": gettext_lazy("everybody"),
    "club": gettext_lazy("the club"),
    "scorekeepers": gettext_lazy("those who may record"),
}


@dataclass(frozen=True, slots=True)
class CommentLine:
    """One comment as a visitor reads it."""

    version: int
    target: int
    ply: int | None
    text: str
    readers: str
    """Whom it is for, in words."""
    is_note: bool
    author: str
    written_at: datetime
    taken_away: bool
    may_take_away: bool


class CommentBook:
    """The comments on a match that a visitor may read, and whom they may write for."""

    def __init__(self, request: HttpRequest, match: Match, current: Log, shown: Log) -> None:
        self.match, self.ended = match, current.ended
        self._request, self._actor = request, actor_of(request)
        read = audiences_read(self._actor, match)
        self._comments = comments_of(current, read, shown)
        self._removable: dict[ports.Actor, bool] = {}
        """Whether the visitor may take away what each author wrote."""

    @cached_property
    def lines(self) -> list[CommentLine]:
        """Every comment, the oldest first."""
        return [self._line(comment) for comment in self._comments]

    @cached_property
    def by_step(self) -> dict[int, tuple[CommentLine, ...]]:
        """The comments on what counts, by the number of the step; 0 is the start."""
        steps: dict[int, tuple[CommentLine, ...]] = {}
        for line in self.lines:
            if line.ply is not None:
                steps[line.ply] = (*steps.get(line.ply, ()), line)
        return dict(sorted(steps.items()))

    @property
    def elsewhere(self) -> list[CommentLine]:
        """The comments on what does not count any more."""
        return [line for line in self.lines if line.ply is None]

    @cached_property
    def plies(self) -> list[int]:
        """The steps that have a comment."""
        return [step for step, lines in self.by_step.items() if _told(lines)]

    @cached_property
    def audiences(self) -> list[Audience]:
        """Whom the visitor may write for now, the widest first."""
        permitted = ports.policy().audiences(self._actor, self.match) if self._actor else set()
        return [
            audience
            for audience in READERS
            if audience in permitted and (self.ended or audience == "scorekeepers")
        ]

    @property
    def may_comment(self) -> bool:
        """True for who may write more than notes, once the match is over."""
        return bool(set(self.audiences) - {"scorekeepers"})

    @cached_property
    def form(self) -> "CommentForm":
        return CommentForm(audiences=self.audiences, signed=self.signature)

    @property
    def key(self) -> str:
        """The key of the form."""
        return new_key()

    @property
    def signature(self) -> str:
        """Under which name everybody reads what the visitor writes."""
        authors = ports.people().authors({self._actor}, self.match.club_id, language())
        return authors.get(self._actor) or _nameless()

    @cached_property
    def _authors(self) -> Mapping[str, str]:
        actors = {comment.actor for comment in self._comments}
        people = ports.people()
        known = people.authors(actors, self.match.club_id, language())
        if may(self._request, actions.READ_ACTORS, self.match):
            return people.actors(actors - known.keys(), language()) | known
        return known

    def _line(self, comment: Comment) -> CommentLine:
        return CommentLine(
            version=comment.version,
            target=comment.target,
            ply=comment.ply,
            text=comment.text,
            readers=str(READERS[comment.audience]),
            is_note=comment.audience == "scorekeepers",
            author=self._authors.get(comment.actor) or _nameless(),
            written_at=moment(comment.written_at),
            taken_away=comment.erased_at is not None,
            may_take_away=comment.erased_at is None and self._may_take_away(comment),
        )

    def _may_take_away(self, comment: Comment) -> bool:
        author = comment.actor
        if author not in self._removable:
            permitted = ports.policy().may_take_away(self._actor, author, self.match)
            self._removable[author] = bool(self._actor) and permitted
        return self._removable[author]


class CommentForm(forms.Form):
    """A comment on the step that is looked at, and whom it is for."""

    def __init__(
        self, data: QueryDict | None = None, *, audiences: list[Audience], signed: str
    ) -> None:
        super().__init__(data)
        signature = _("It is signed “%(name)s”. You and the organisers can take it away again.")
        self.fields["note"] = forms.CharField(
            label=_("Comment"),
            max_length=LONGEST_NOTE,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=signature % {"name": signed},
        )
        self.fields["audience"] = forms.ChoiceField(
            label=_("Who may read it?"),
            choices=[(audience, READERS[audience]) for audience in audiences],
            initial=audiences[0] if audiences else None,
            widget=forms.RadioSelect if len(audiences) > 1 else forms.HiddenInput,
        )

    @property
    def only_readers(self) -> str:
        """For whom it is, where there is no choice."""
        audience = self["audience"]
        known: str = audience.value() if audience.is_hidden else ""
        return str(READERS[known]) if known in READERS else ""  # type: ignore[index]


def _told(lines: tuple[CommentLine, ...]) -> bool:
    return any(not line.taken_away for line in lines)


def _nameless() -> str:
    return _("A member of the club")
