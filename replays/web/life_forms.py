"""Forms that end a match, open it again, or change who sits at it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.utils.translation import gettext_lazy as _

from replays.notes import LONGEST_NOTE
from replays.services.seats import SeatChoice
from replays.web.forms import LARGEST_SCORE, LONGEST_GUEST, SeatFields
from replays.web.moments import end_field
from replays.web.seats import newcomer, player_called


def note_field(label: Any = None, *, needed: bool = False) -> forms.CharField:
    """Return the field of a free text that is kept beside the record."""
    return forms.CharField(
        label=label or _("Note"),
        required=needed,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only those who may record see this. It can be erased later."),
    )


class ReasonForm(forms.Form):
    """Why something is done; the text is kept beside the record and can be erased."""

    note = note_field(_("Why?"), needed=True)

    def __init__(self, *args: Any, needed: bool = True, label: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].required = needed
        if label is not None:
            self.fields["note"].label = label


class PerSeatForm(forms.Form):
    """A form with numbers for every seat."""

    order: tuple[str, ...] = ("score", "place")

    def __init__(self, *args: Any, labels: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.labels = labels

    def add_numbers(self, name: str, label: Any, least: int, most: int) -> None:
        """Add one optional number per seat."""
        for seat in range(len(self.labels)):
            self.fields[f"{name}_{seat}"] = forms.IntegerField(
                label=label, required=False, min_value=least, max_value=most
            )

    def numbers(self, name: str) -> list[int] | None:
        """Return one number per seat, or None if none was given."""
        values = [self.cleaned_data.get(f"{name}_{seat}") for seat in range(len(self.labels))]
        return None if all(value is None for value in values) else values  # type: ignore[return-value]

    def require_all(self, name: str, data: Mapping[str, Any]) -> None:
        """Refuse numbers for some of the seats only."""
        values = [data.get(f"{name}_{seat}") for seat in range(len(self.labels))]
        if any(value is None for value in values) and any(value is not None for value in values):
            self.add_error(None, _("Fill in every seat, or leave all of them empty."))

    @property
    def seat_rows(self) -> list[SeatFields]:
        """The inputs of each seat, under the name of who sits there."""
        rows = [SeatFields(self, seat, self.order) for seat in range(len(self.labels))]
        for row, label in zip(rows, self.labels, strict=True):
            row.name = label
        return rows


class ReportForm(PerSeatForm):
    """Scores, or places where only those are known."""

    def __init__(self, *args: Any, club_id: UUID, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ended_at"] = end_field(club_id)
        self.add_numbers("score", _("Score"), -LARGEST_SCORE, LARGEST_SCORE)
        self.add_numbers("place", _("Place"), 1, len(self.labels))

    def clean(self) -> dict[str, Any]:
        """Ask for scores or places, each for all seats or for none."""
        data = super().clean() or {}
        self.require_all("score", data)
        self.require_all("place", data)
        if not self.errors and not (self.numbers("score") or self.numbers("place")):
            self.add_error(None, _("Fill in the scores, or the places if there are no scores."))
        return data


class StopForm(PerSeatForm):
    """Why play ends early and what counts."""

    reason = forms.ChoiceField(
        label=_("Why does it stop?"),
        choices=[
            ("time", _("time is up")),
            ("left", _("somebody left")),
            ("other", _("another reason")),
        ],
        widget=forms.RadioSelect,
        initial="time",
    )
    result = forms.ChoiceField(
        label=_("What counts?"),
        choices=[
            ("score", _("the score as it stands by the rules")),
            ("places", _("places agreed at the table")),
            ("none", _("nothing: there is no result")),
        ],
        widget=forms.RadioSelect,
        initial="score",
    )
    note = note_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_numbers("place", _("Place"), 1, len(self.labels))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("result") == "places":
            self.require_all("place", data)
            if not self.errors and self.numbers("place") is None:
                self.add_error(None, _("Fill in the places that were agreed."))
        return data

    @property
    def places(self) -> list[int] | None:
        return self.numbers("place") if self.cleaned_data["result"] == "places" else None


class RulingForm(PerSeatForm):
    """What the arbiter decides, and why."""

    order = ("place", "score")

    note = note_field(_("Why?"), needed=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_numbers("place", _("Place"), 1, len(self.labels))
        self.add_numbers("score", _("Score (if any)"), -LARGEST_SCORE, LARGEST_SCORE)
        for seat in range(len(self.labels)):
            self.fields[f"place_{seat}"].required = True

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.require_all("score", data)
        return data


class TakeOverForm(forms.Form):
    """Whose seat, and who sits there from now on."""

    note = note_field()

    def __init__(
        self, *args: Any, labels: list[str], roster: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.roster = dict(roster)
        seats = [(str(seat), label) for seat, label in enumerate(labels)]
        self.fields["seat"] = forms.ChoiceField(
            label=_("Whose seat?"), choices=seats, widget=forms.RadioSelect
        )
        self.fields["player"] = forms.ChoiceField(
            label=_("Who sits there from now on?"),
            choices=[("", _("nobody in particular")), *self.roster.items()],
            required=False,
        )
        self.fields["guest"] = forms.CharField(
            label=_("or a guest's name"), required=False, max_length=LONGEST_GUEST
        )
        self.order_fields(["seat", "player", "guest", "note"])

    @property
    def plain_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in ("seat", "player", "guest")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("player") and data.get("guest"):
            self.add_error("guest", _("Choose a player or name a guest, not both."))
        return data

    def newcomer(self, key: UUID) -> tuple[SeatChoice, dict[UUID, str]]:
        """Return who sits down, and the guest to be made for it if there is one."""
        guest = self.cleaned_data["guest"].strip()
        known = self.cleaned_data["player"] or player_called(guest, self.roster)
        return newcomer(known, guest, uuid5(key, "guest/newcomer"))


class RoundForm(PerSeatForm):
    """The scores of one round."""

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_numbers("score", _("Score"), -LARGEST_SCORE, LARGEST_SCORE)
        for seat, label in enumerate(self.labels):
            aria_label = _("Round %(number)s, %(label)s") % {"number": number, "label": label}
            field = self.fields[f"score_{seat}"]
            field.widget.attrs |= {"aria-label": aria_label, "inputmode": "numeric"}

    def clean(self) -> dict[str, Any]:
        """Ask for the score of every seat."""
        data = super().clean() or {}
        self.require_all("score", data)
        if not self.errors and self.scores is None:
            self.add_error(None, _("Fill in the score of every seat."))
        return data

    @property
    def scores(self) -> list[int] | None:
        return self.numbers("score")
