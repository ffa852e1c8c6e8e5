"""What a viewer may know of a match: its events, its state, its needs, a seat's choices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Self
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType

from games.core.contract import AnyRules
from games.core.events import Event
from games.core.needs import Field, Form, Need
from games.core.outcome import Outcome
from games.core.words import say
from replays.api.answers.games import event_label
from replays.api.answers.matches import MatchId, QuotedAnswer, Version
from replays.api.serializers import MOST_SEATS
from replays.chain import RecordedEvent
from replays.feed import FeedRow
from replays.http.answers import Answer
from replays.log import Log

Label = Annotated[str, Meta(description="Its words in the language of the request.")]
ViewerName = Annotated[
    str, Meta(description="Whose eyes these are: `public`, `seat:K` or `arbiter`.")
]


class RevealAnswer(Answer, frozen=True):
    """What is known from here on of an earlier event."""

    version: int
    """Where the earlier event was recorded."""
    event: QuotedAnswer
    """The event as it is known now."""


class Beside(NamedTuple):
    """What a reader may see beside what the events say."""

    stored: Sequence[RecordedEvent] | None
    hashes: bool
    actors: Mapping[str, str] | None
    """Who did what, in words by id; None: not to be seen."""


class FeedRowAnswer(Answer, frozen=True):
    """One version of a log as the viewer may know it."""

    version: int
    """Its number in the log, from 1."""
    type: str
    """The kind of event."""
    schema: int
    """The version of its payload."""
    payload: dict[str, Any] | None
    """What happened; what the viewer cannot know is null. All of it is null where the rules of the
    game are not installed and so cannot say what the viewer may know."""
    recorded_at: str
    """When it was recorded: UTC, microseconds, `Z`."""
    reveals: list[RevealAnswer]
    """What it showed of earlier events."""
    actor: str | UnsetType = UNSET
    """Who did it, by id; only for those who have a role in the club."""
    by: str | UnsetType = UNSET
    """Who did it, in words; only for those who have a role in the club."""
    hash: str | UnsetType = UNSET
    """For the arbiter only."""

    @classmethod
    def from_row(cls, row: FeedRow, beside: Beside) -> Self:
        """Return a row of the feed, with what is stored beside it for whoever may see that."""
        stored = beside.stored[row.version - 1] if beside.stored else None
        if stored is None:
            return cls.from_object(row)
        seen: dict[str, str] = {"hash": stored.hash} if beside.hashes else {}
        if beside.actors is not None:
            seen |= {"actor": stored.actor, "by": beside.actors[stored.actor]}
        return cls.from_object(row, **seen)


class FeedAnswer(Answer, frozen=True):
    """The events after a version; folded from the first one on they give the viewer's state."""

    match: MatchId
    version: int
    """The newest version there is."""
    viewer: ViewerName
    events: list[FeedRowAnswer]
    """One row per version, in order."""
    more: bool
    """True when more follow: ask again with `after`."""


class ScoreLineAnswer(Answer, frozen=True):
    """Points that one rule gave a seat."""

    rule: str
    """Which rule, as the game calls it."""
    label: Label
    points: int
    """How many it gave or took."""
    detail: str
    """What was counted, such as `+3 +5 +1`; may be empty."""
    round: int
    """The round that gave the points; 0 for the match as a whole."""


class OutcomeAnswer(Answer, frozen=True):
    """Places, scores and where every point comes from, by seat."""

    final: bool
    """False while the match could go on."""
    ending: str
    """How the rules say that it ended, or `running`."""
    places: list[int]
    """The place of each seat, from 1; equal ones share the better."""
    scores: list[int]
    """The score of each seat."""
    breakdown: list[list[ScoreLineAnswer]]
    """The lines of each seat's score."""

    @classmethod
    def from_outcome(cls, rules: AnyRules, outcome: Outcome, language: str) -> Self:
        """Return an outcome with the words of its rules."""
        return cls.from_object(
            outcome,
            breakdown=[
                [
                    ScoreLineAnswer.from_object(
                        line, label=say(rules.words, f"rule.{line.rule}", language)
                    )
                    for line in lines
                ]
                for lines in outcome.breakdown
            ],
        )


class StateAnswer(Answer, frozen=True):
    """The state of a match as the viewer knows it."""

    match: MatchId
    version: int
    """The version whose log this is."""
    ply: int
    """After how many plies of that log."""
    plies: int
    """How many plies the effective log has there."""
    viewer: ViewerName
    state: dict[str, Any]
    """The state as the game writes it; unknown is null."""
    outcome: OutcomeAnswer
    """What the rules count of what this viewer knows."""


class FieldAnswer(Field, Answer, frozen=True):
    """One field of an event, or of a count, to fill in: how many, from what."""

    of: tuple[Any, ...]
    """The values to pick from, in display order; words for texts are `component.<value>`."""
    label: Label = ""

    @classmethod
    def from_field(cls, rules: AnyRules, field: Field, language: str, words: str = "field") -> Self:
        """Return a field with its words."""
        return cls.from_object(field, label=say(rules.words, f"{words}.{field.name}", language))


class FormAnswer(Answer, frozen=True):
    """One kind of event that would answer a need."""

    event: str
    """The type of the event."""
    label: Label
    fixed: dict[str, int]
    """Fields of the payload whose value follows from the need, such as the seat."""
    seats: list[str]
    """Which of the fixed fields are seats of the table."""
    fields: list[FieldAnswer]
    """The fields of the payload that are still open."""

    @classmethod
    def from_form(cls, rules: AnyRules, form: Form, language: str) -> Self:
        """Return a form with its words."""
        return cls.from_object(
            form,
            label=event_label(rules, form.event, language),
            fields=[FieldAnswer.from_field(rules, field, language) for field in form.fields],
        )


class NeedAnswer(Answer, frozen=True):
    """One thing the match waits for; several at once are chosen at the same time."""

    kind: str
    """What is needed, as the game calls it."""
    label: Label
    who: Literal["chance", "seat", "table"]
    """Whether chance, a seat or the table as a whole has to act."""
    seat: int | None
    """The seat that chooses or is looked at, counted from 0; null for chance."""
    performer: int | None
    """The seat whose hands do it, also for chance: it throws or draws; null for anybody's."""
    forms: list[FormAnswer]
    """The kinds of event that would do."""

    @classmethod
    def from_need(cls, rules: AnyRules, need: Need, language: str) -> Self:
        """Return a need with its words."""
        return cls.from_object(
            need,
            label=say(rules.words, f"need.{need.kind}", language),
            forms=[FormAnswer.from_form(rules, form, language) for form in need.forms],
        )


class NeedsAnswer(Answer, frozen=True):
    """Everything that may happen next, as far as the viewer can know."""

    match: MatchId
    version: Version
    viewer: ViewerName
    needs: list[NeedAnswer]
    """What the match waits for; empty when it has ended."""
    count: list[FieldAnswer]
    """What the `tables` of a report take of each seat."""

    @classmethod
    def from_log(
        cls, match: UUID, log: Log, viewer: str, needs: Iterable[Need], language: str
    ) -> Self:
        """Return the needs of a log with their words."""
        return cls(
            match=match,
            version=log.version,
            viewer=viewer,
            needs=[NeedAnswer.from_need(log.rules, need, language) for need in needs],
            count=[
                FieldAnswer.from_field(log.rules, field, language, "count")
                for field in log.rules.count_fields(log.setup)
            ],
        )


class ChoiceAnswer(Answer, frozen=True):
    """One legal choice, ready to be sent as an event."""

    type: str
    """The kind of event."""
    payload: dict[str, Any]
    """What is chosen, as the game writes it."""
    text: str
    """The choice in a sentence, in the language of the request."""

    @classmethod
    def from_event(cls, rules: AnyRules, view: Any, event: Event, language: str) -> Self:
        """Return a choice, told in a sentence that knows no more than the view."""
        # Nobody asks who sits there: seats go by their numbers.
        seats = [_("Seat %(number)s") % {"number": number} for number in range(1, MOST_SEATS + 1)]
        text = rules.describe(view, event, seats, language)
        return cls(event.type, msgspec.to_builtins(event), text)


class ChoicesAnswer(Answer, frozen=True):
    """What a seat may choose now."""

    match: MatchId
    version: Version
    seat: int
    """The seat that was asked for, counted from 0."""
    choices: list[ChoiceAnswer]
    """Legal choices in a stable order."""
    truncated: bool
    """True when there are more than were asked for."""
