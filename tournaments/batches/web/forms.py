"""The form of a new batch, made from the options and seats of whatever game it is."""

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from games.bots import bot_names
from games.core.contract import AnyRules
from replays.web.forms import OptionForm
from replays.web.seats import seat_name
from tournaments.batches.services.batches import MOST_MATCHES, MOST_SEED
from tournaments.people.labels import bot_name

USUAL_MATCHES = 100
USUAL_BOTS = ("greedy", "random")


class BatchForm(OptionForm):
    """Which bots play how many matches, from which seed, by which options."""

    # Not called matches: an input of that name would hide the form's own method from scripts.
    how_many = forms.IntegerField(
        label=_("Number of matches"), min_value=1, max_value=MOST_MATCHES, initial=USUAL_MATCHES
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=MOST_SEED,
        help_text=_("The same seed plays the same matches again."),
    )
    rotate = forms.BooleanField(
        label=_("Everybody moves on by one seat each match"), required=False, initial=True
    )
    same_deal = forms.BooleanField(
        label=_("Same deal in every rotation"),
        required=False,
        help_text=_("Everybody gets to play the same dice and cards from every seat."),
    )
    rated = forms.BooleanField(label=_("The matches count for ratings"), required=False)

    def __init__(
        self, *args: Any, rules: AnyRules, seats: int, club_id: UUID, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats = rules, seats
        first, other = USUAL_BOTS
        for seat in range(seats):
            self.fields[f"bot_{seat}"] = forms.ChoiceField(
                label=_("Bot"),
                choices=[(bot, bot_name(bot)) for bot in bot_names()],
                initial=first if seat == 0 else other,
            )
        self.add_options(club_id)

    @property
    def seat_rows(self) -> list[tuple[int, str, forms.BoundField]]:
        """Each seat with its name and its input."""
        return [(seat, seat_name(seat), self[f"bot_{seat}"]) for seat in range(self.seats)]

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self[name] for name in ("rotate", "same_deal", "rated")]

    def bots(self) -> list[str]:
        return [self.cleaned_data[f"bot_{seat}"] for seat in range(self.seats)]
