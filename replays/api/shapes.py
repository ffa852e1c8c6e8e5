"""From games, matches, logs and needs to the plain data that `answers.py` describes."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _

from games.core.contract import AnyRules
from games.core.events import Choice, Event, Sighting, event_types
from games.core.needs import Field, Form, Need
from games.core.outcome import Outcome
from games.core.setup import Option, Setup
from games.core.words import CORE_WORDS, Words, say
from replays import ports
from replays.api.serializers import MOST_SEATS
from replays.events import quote
from replays.http.problems import words_of
from replays.models import Match, MatchSeat
from replays.services.undo import AmendmentPreview


def game(rules: AnyRules, language: str) -> dict[str, Any]:
    """Return what a client needs to set a game up and to send its events."""
    return {
        "slug": rules.slug,
        "name": say(rules.words, "game.name", language),
        "blurb": say(rules.words, "game.blurb", language),
        "rules": rules.version,
        "seats": list(rules.seats),
        "reported_only": rules.reported_only,
        "options": [_option(rules, option, language) for option in rules.options()],
        "events": [_event_type(rules, cls, language) for cls in event_types(rules.slug)],
    }


def game_with_words(rules: AnyRules, language: str) -> dict[str, Any]:
    """Return the same with every word of the game, so that a client can show needs and states."""
    keys = sorted({*CORE_WORDS, *rules.words})
    return game(rules, language) | {"words": {key: say(rules.words, key, language) for key in keys}}


def _option(rules: AnyRules, option: Option, language: str) -> dict[str, Any]:
    key = f"option.{option.name}"
    return {
        "name": option.name,
        "kind": option.kind,
        "label": say(rules.words, key, language),
        "help": say(rules.words, f"{key}.help", language),
        "default": option.default,
        "choices": [
            {"value": choice, "label": say(rules.words, f"{key}.{choice}", language)}
            for choice in option.choices
        ],
        "least": option.least,
        "most": option.most,
        "seats": list(option.seats) if option.seats is not None else None,
        "when": {"option": option.when[0], "value": option.when[1]} if option.when else None,
    }


def _event_type(rules: AnyRules, cls: type[Event], language: str) -> dict[str, Any]:
    return {
        "type": cls.type,
        "schema": cls.schema,
        "kind": _kind(cls),
        "label": _event_label(rules, cls.type, language),
        "payload": msgspec.json.schema(cls),
    }


def _kind(cls: type[Event]) -> str:
    if issubclass(cls, Choice):
        return "choice"
    return "sighting" if issubclass(cls, Sighting) else "chance"


def _event_label(rules: AnyRules, type_: str, language: str) -> str:
    return say(rules.words, "event." + type_.partition(".")[2], language)


def matches(rows: Sequence[Match], language: str) -> list[dict[str, Any]]:
    """Return matches with the public names of whoever sits there, asked for once for all."""
    ids: set[UUID] = set()
    for row in rows:
        for seat in row.seatings.all():
            if seat.player_id is not None:
                ids.add(seat.player_id)
    labels = ports.people().labels(ids, language)
    return [_match(row, labels) for row in rows]


def match(row: Match, version: int, language: str) -> dict[str, Any]:
    """Return one match with its version."""
    return matches([row], language)[0] | {"version": version}


def _match(row: Match, labels: Mapping[UUID, str]) -> dict[str, Any]:
    return {
        "id": str(row.id),
        "club": str(row.club_id),
        "game": row.game,
        "rules": row.rules,
        "options": json.loads(row.options),
        "source": row.source,
        "rated": row.rated,
        "imported": row.came_as_file,
        "title": row.title,
        "status": row.status,
        "result_kind": row.result_kind or None,
        "ending": row.ending or None,
        "content_hash": row.content_hash or None,
        "created_at": row.created_at,
        "ended_at": row.ended_at,
        "seats": [_seat(seat, labels) for seat in row.seatings.all()],
    }


def _seat(row: MatchSeat, labels: Mapping[UUID, str]) -> dict[str, Any]:
    return {
        "seat": row.seat,
        "player": str(row.player_id) if row.player_id else None,
        "label": labels.get(row.player_id) if row.player_id else None,
        "place": row.place,
        "score": row.score,
        "reported_place": row.reported_place,
        "reported_score": row.reported_score,
    }


def outcome(rules: AnyRules, found: Outcome, language: str) -> dict[str, Any]:
    """Return places, scores and where every point comes from."""
    return {
        "final": found.final,
        "ending": found.ending,
        "places": found.places,
        "scores": found.scores,
        "breakdown": [
            [
                {
                    "rule": line.rule,
                    "label": say(rules.words, f"rule.{line.rule}", language),
                    "points": line.points,
                    "detail": line.detail,
                    "round": line.round,
                }
                for line in lines
            ]
            for lines in found.breakdown
        ],
    }


def needs(rules: AnyRules, found: Iterable[Need], language: str) -> list[dict[str, Any]]:
    """Return what the match waits for, with its words."""
    return [
        {
            "kind": need.kind,
            "label": say(rules.words, f"need.{need.kind}", language),
            "who": need.who,
            "seat": need.seat,
            "forms": [_form(rules, form, language) for form in need.forms],
        }
        for need in found
    ]


def count(rules: AnyRules, setup: Setup, language: str) -> list[dict[str, Any]]:
    """Return what a report's `tables` take of each seat, with its words."""
    return [_field(rules, field, language, "count") for field in rules.count_fields(setup)]


def _form(rules: AnyRules, form: Form, language: str) -> dict[str, Any]:
    return {
        "event": form.event,
        "label": _event_label(rules, form.event, language),
        "fixed": form.fixed,
        "seats": form.seats,
        "fields": [_field(rules, field, language) for field in form.fields],
    }


def _field(rules: AnyRules, field: Field, language: str, words: str = "field") -> dict[str, Any]:
    label = say(rules.words, f"{words}.{field.name}", language)
    found: dict[str, Any] = msgspec.to_builtins(field)
    return found | {"label": label}


def choice(rules: AnyRules, view: Any, event: Event, language: str) -> dict[str, Any]:
    """Return one legal choice, told in a sentence that knows no more than the view."""
    return {
        "type": event.type,
        "payload": msgspec.to_builtins(event),
        "text": rules.describe(view, event, seat_labels(), language),
    }


def preview(match_id: UUID, found: AmendmentPreview, words: Words | None) -> dict[str, Any]:
    """Return what an amendment would drop, and why."""
    violation = found.violation
    return {
        "match": str(match_id),
        "version": found.version,
        "ply": found.ply,
        "legal": found.legal,
        "violation": violation
        and {
            "code": violation.code,
            "detail": words_of(violation.code, violation.params, words=words),
        },
        "dropped": [
            {"version": ply.version} | msgspec.to_builtins(quote(ply.event))
            for ply in found.dropped
        ],
    }


def seat_labels() -> list[str]:
    """Return how a seat is called when nobody asks who sits there."""
    return [_("Seat %(number)s") % {"number": number} for number in range(1, MOST_SEATS + 1)]
