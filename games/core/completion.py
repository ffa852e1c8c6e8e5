"""What may be typed next: every legal choice, and what chance may have done word by word.

Choices are few and can be listed. What chance does is not: there a text is taken on by one more of
the words, or letters, that its event is written with, found by writing the event in several ways.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import decode_event
from games.core.forms import fillings
from games.core.needs import Field, Form, Need
from games.core.spelling import UNKNOWN

MOST_CHOICES = 5000
"""How many legal choices are looked at, whatever is typed."""


def continuations(
    rules: AnyRules, state: Any, labels: Sequence[str], start: str, most: int
) -> tuple[str, ...]:
    """Return up to `most` pieces that go on from what is typed, in any case or without the seat."""
    typed = fold_text(start, keep_end=True)
    beginning: list[str] = []
    inside: list[str] = []
    for text in _offered(rules, state, labels, start):
        said = fold_text(text)
        tail = said.partition(" ")[2] if text.partition(" ")[0] in labels else ""
        if said.startswith(typed) or (tail and tail.startswith(typed)):
            if text not in beginning:
                beginning.append(text)
            if len(beginning) == most:
                break
        elif typed in said and len(inside) < most and text not in inside:
            inside.append(text)
    return tuple(beginning or inside)


def fold_text(text: str, *, keep_end: bool = False) -> str:
    """Return a text without accents, capitals and doubled spaces."""
    plain = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    folded = " ".join(bare.split())
    return f"{folded} " if keep_end and folded and bare[-1:].isspace() else folded


def _offered(rules: AnyRules, state: Any, labels: Sequence[str], start: str) -> Iterator[str]:
    for need in rules.needs(state):
        if need.seat is None:
            yield from _taken_on(rules, state, need, labels, start)
            continue
        for event in islice(rules.choices(state, need.seat), MOST_CHOICES):
            yield rules.write(state, event, labels)


class _Slot(NamedTuple):
    """One word of a piece: one of these tokens, or up to `most` of them with a sign between."""

    tokens: tuple[str, ...]
    most: int = 1
    between: str = ""
    before: str = ""
    """What the word begins with, before its first token; a closing bracket ends it then."""

    @property
    def is_fixed(self) -> bool:
        return len(self.tokens) == self.most == 1


def _taken_on(
    rules: AnyRules, state: Any, need: Need, labels: Sequence[str], start: str
) -> Iterator[str]:
    for form in need.forms:
        try:
            if not any(field.many for field in form.fields):
                events = islice(fillings(form), MOST_CHOICES)
                yield from [rules.write(state, event, labels) for event in events]
                continue
            slots = _slots(rules, state, form, labels)
        except (RuleViolation, LookupError, ValueError, TypeError, AttributeError):
            continue  # no text can be made of what no table could show
        yield from _walk(slots, start)


def _slots(rules: AnyRules, state: Any, form: Form, labels: Sequence[str]) -> list[_Slot]:
    """Return the words of the piece that a form is written as, with what may stand for each."""
    usual = {field.name: _filled(field, field.of[0]) for field in form.fields if field.of}
    usual |= {field.name: [] if field.many else None for field in form.fields if not field.of}

    def written(**values: Any) -> list[str]:
        event = decode_event(form.event, {**form.fixed, **usual, **values})
        return rules.write(state, event, labels).split()

    base = written()
    slots = [_Slot((word,)) for word in base]
    for field in form.fields:
        ways = [written(**{field.name: _filled(field, item)}) for item in field.of]
        alike = [way for way in ways if len(way) == len(base)]
        for place in range(len(slots)):
            tokens = tuple(dict.fromkeys(way[place] for way in alike))
            if len(tokens) > 1:
                slots[place] = _slot(field, tokens)
    return slots


def _slot(field: Field, tokens: tuple[str, ...]) -> _Slot:
    unknown = (UNKNOWN,) if field.unknown else ()
    if field.many and field.most > 1:
        head, bracket, _ = tokens[0].partition("(")
        before = f"{head}(" if bracket else ""
        inner = [word.removeprefix(before).removesuffix(")" if before else "") for word in tokens]
        for between in ("", "+", ","):
            units = [_unit(word, field.most, between) for word in inner]
            if all(units):
                more = unknown if between == "," else ()
                return _Slot((*filter(None, units), *more), field.most, between, before)
    return _Slot((*tokens, *unknown))


def _unit(word: str, times: int, between: str) -> str | None:
    """Return what a word repeats so many times; None if it does not."""
    unit = word[: (len(word) - len(between) * (times - 1)) // times]
    return unit if unit and between.join([unit] * times) == word else None


def _filled(field: Field, item: Any) -> Any:
    return [item] * max(field.most, 1) if field.many else item


def _walk(slots: Sequence[_Slot], start: str) -> Iterator[str]:
    """Yield what is typed with one word or letter more, as long as it says what the slots say."""
    words = start.split()
    if words and start[-1:].isspace():
        words.append("")
    said: list[str] = []
    for place, slot in enumerate(slots):
        word = words[0] if words else ""
        if slot.is_fixed:
            (token,) = slot.tokens
            ends = len(words) == 1 and fold_text(token).startswith(fold_text(word))
            if ends or (words and fold_text(token) == fold_text(word)):
                words.pop(0)  # else it is a word that goes without saying, such as the seat
            said.append(token)
        elif len(words) > 1:
            exact = _exact(slot, words.pop(0))
            if exact is None:
                return
            said.append(exact)
        else:
            rest = slots[place + 1 :]
            tail = [one.tokens[0] for one in rest] if all(one.is_fixed for one in rest) else []
            for token, whole in _last(slot, word):
                yield " ".join([*said, token, *(tail if whole else [])])
            return
    if not words:
        yield " ".join(said)


def _exact(slot: _Slot, word: str) -> str | None:
    """Return a whole word in the spelling of the game; None for one that a slot does not take."""
    units = _units(slot, word)
    if units is None or (slot.most > 1 and not units):
        return None
    end = ")" if slot.before else ""
    return f"{slot.before}{slot.between.join(units)}{end}"


def _units(slot: _Slot, word: str) -> list[str] | None:
    """Return the tokens of a word, or of its beginning."""
    if not fold_text(word).startswith(fold_text(slot.before)):
        return [] if fold_text(slot.before).startswith(fold_text(word)) else None
    inner = word[len(slot.before) :].removesuffix(")" if slot.before else "")
    parts = inner.split(slot.between) if slot.between else list(inner) if slot.most > 1 else [word]
    found = [next((t for t in slot.tokens if fold_text(t) == fold_text(p)), "") for p in parts if p]
    return found if all(found) and len(found) <= slot.most else None


def _last(slot: _Slot, word: str) -> Iterator[tuple[str, bool]]:
    """Yield what the last word may become, and whether it is whole then."""
    if slot.most == 1:
        said = fold_text(word)
        yield from ((token, True) for token in slot.tokens if fold_text(token).startswith(said))
        return
    units, begun = _units(slot, word), ""
    if units is None and slot.between:
        word, _, begun = word.rpartition(slot.between)
        if not word and slot.before:
            begun = begun[len(slot.before) :]
        units = _units(slot, word)
    if units is None:
        return
    if len(units) == slot.most:
        yield str(_exact(slot, word)), True
        return
    for token in slot.tokens:
        if fold_text(token).startswith(fold_text(begun)):
            whole = len(units) + 1 == slot.most
            end = ")" if slot.before and whole else ""
            yield f"{slot.before}{slot.between.join([*units, token])}{end}", whole
