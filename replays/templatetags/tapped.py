"""What is tapped to answer a prompt, and what a form sends along.

A page holds dozens of them, each a few words of markup: most of a tap's time went into templates.
"""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.core.words import Words
from replays.templatetags.game_words import piece
from replays.web.buttons import ChoiceButton, ChoiceGroup, Piece
from replays.web.prompts import FieldPanel

register = template.Library()

DENSE = 9
"""More faces than these stand closer together."""
UNSEEN = "null"
"""What a form sends for a thing that nobody saw."""


@register.simple_tag
def choice_buttons(group: ChoiceGroup, slug: str, words: Words, draws: bool) -> SafeString:
    """Return a button for each choice of a group; `draws` says that its pieces are drawn."""
    buttons = (
        f'<button class="btn choice" name="event" value="{escape(choice.value)}">'
        f'<span class="choice-sentence visually-hidden">{escape(choice.sentence)}</span> '
        f"{_drawn(choice, slug, words) if draws and choice.pieces else _told(choice)}</button>"
        for choice in group.choices
    )
    return _safe(" ".join(buttons))


@register.simple_tag(takes_context=True)
def envelope(context: template.Context, version: int, key: str) -> SafeString:
    """Return what every form sends along: a token, the version it is for, a key of its own."""
    token = context.get("csrf_token", "")
    return _safe(
        f'<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'
        f'<input type="hidden" name="expected_version" value="{version}">'
        f'<input type="hidden" name="key" value="{escape(key)}">'
    )


@register.simple_tag
def picker(field: FieldPanel, step: int, slug: str, words: Words) -> SafeString:
    """Return a field to fill in: faces to tap for a script, selects without one."""
    told: dict[str, str | int | None] = {
        "step": step,
        "pool": field.pool or None,
        "least": field.least,
        "most": field.most,
        "many": "" if field.many else None,
        "ordered": "" if field.ordered else None,
        "count": _("chosen"),
        "clear": _("Clear"),
        "back": _("Remove the last one"),
        "left": _("left"),
        "rest": _("Nobody saw the rest") if field.unknown else None,
    }
    data = "".join(
        f' data-{name}="{escape(str(value))}"' for name, value in told.items() if value is not None
    )
    count = str(field.most) if field.exact else f"{field.least}–{field.most}"
    count = f' <span class="muted small">({count})</span>' if field.many else ""
    dense = " picker-dense" if len(field.items) > DENSE else ""
    numbers = " picker-numbers" if field.is_numbers else ""
    return _safe(
        f'<fieldset class="picker" data-picker{data}><legend>{escape(field.label)}{count}</legend>'
        f'<div class="picker-faces{dense}{numbers}" hidden>{_faces(field, slug, words)}</div>'
        f'<div class="picker-slots">{_slots(field)}</div>'
        '<div class="picker-chosen" hidden></div></fieldset>'
    )


def _faces(field: FieldPanel, slug: str, words: Words) -> str:
    buttons = [_face(field, item, slug, words) for item in field.items]
    if field.unknown:
        buttons.append(
            f'<button type="button" class="btn pick" data-value="{UNSEEN}">'
            '<span class="tile tile-back" aria-hidden="true" data-piece="hidden">?</span> '
            f'<span class="pick-word">{_unseen()}</span></button>'
        )
    return " ".join(buttons)


def _slots(field: FieldPanel) -> str:
    """Return the selects of a field, one for each thing it may hold, with what was entered."""
    told = [(escape(item.value), escape(item.word)) for item in field.items]
    if field.unknown:
        told.append((UNSEEN, _unseen()))
    options = "".join(f'<option value="{value}">{word}</option>' for value, word in told)
    label, name = escape(field.label), escape(field.input_name)
    selects = (
        f'<label><span class="visually-hidden">{label} {slot.number}</span> '
        f'<select name="{name}"><option value="">–</option>{_with(options, slot.value)}</select>'
        "</label>"
        for slot in field.slots
    )
    return " ".join(selects)


def _with(options: str, entered: str) -> str:
    """Return options of which the one that was entered is selected."""
    value = f'<option value="{escape(entered)}"'
    return options.replace(value, f"{value} selected", 1) if entered else options


def _drawn(choice: ChoiceButton, slug: str, words: Words) -> str:
    pieces = "".join(piece(slug, words, item.raw) for item in choice.pieces)
    label = f" {_label(choice.beside)}" if choice.beside else ""
    return f'<span class="pieces" aria-hidden="true">{pieces}</span>{label}'


def _told(choice: ChoiceButton) -> str:
    plate = "" if choice.seat is None else f"{_plate(choice.seat)} "
    return plate + _label(choice.label)


def _label(words: str) -> str:
    return f'<span class="choice-label" aria-hidden="true">{escape(words)}</span>'


def _face(field: FieldPanel, item: Piece, slug: str, words: Words) -> str:
    supply = "" if item.supply is None else f' data-supply="{item.supply}"'
    seat = int(item.raw) if field.seats else 0
    drawing = _plate(seat, f' data-piece="{seat}"') if field.seats else piece(slug, words, item.raw)
    return (
        f'<button type="button" class="btn pick" data-value="{escape(item.value)}"{supply}>'
        f'{drawing} <span class="pick-word">{escape(item.word)}</span></button>'
    )


def _plate(seat: int, marks: str = "") -> str:
    return f'<span class="plate plate-{seat}"{marks} aria-hidden="true">{seat + 1}</span>'


def _unseen() -> str:
    return escape(_("nobody saw it"))


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308  (whatever is told was escaped above)
