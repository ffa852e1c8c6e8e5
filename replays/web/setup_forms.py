"""The form that begins a match: who sits where, by which options, and scores if that is all."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.contract import AnyRules
from games.core.setup import Option
from replays.selectors.games import Way
from replays.services.seats import SeatChoice
from replays.web.forms import LARGEST_SCORE, LONGEST_GUEST, OptionForm, SeatFields
from replays.web.moments import end_field
from replays.web.seats import Roster, is_bot, newcomer, player_called


@dataclass(frozen=True, slots=True)
class Plan:
    """What the address asks for: the game, the seats, the club, and how it is told."""

    rules: AnyRules
    seats: int
    club: UUID
    mode: Way
    """`record`, or one of the ways to report: `report` (scores here), `rounds`, `count`."""

    @property
    def least(self) -> int:
        return self.rules.seats.start

    @property
    def most(self) -> int:
        return self.rules.seats.stop - 1

    @property
    def reports(self) -> bool:
        """True when only the result will be known."""
        return self.mode != "record"

    @property
    def asks_scores(self) -> bool:
        """True when the scores stand on the same form."""
        return self.mode == "report"


class NewMatchForm(OptionForm):
    """Who sits where, by which options, and the scores if only those are known."""

    def __init__(
        self,
        *args: Any,
        plan: Plan,
        roster: Roster,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats, self.asks_scores = plan.rules, plan.seats, plan.asks_scores
        self.roster = roster.labels
        for seat in range(plan.seats):
            self._add_seat(seat)
        if not plan.reports:
            self.fields["source"] = forms.ChoiceField(
                label=_("Dice and cards"),
                choices=[
                    ("table", _("are on a real table; I enter what they show")),
                    ("online", _("are rolled and drawn by Kaiten")),
                ],
                initial="table",
                widget=forms.RadioSelect,
            )
        if plan.asks_scores:
            self.fields["ended_at"] = end_field(plan.club)
        self.fields["rated"] = forms.BooleanField(
            label=_("Rated"),
            initial=True,
            required=False,
            help_text=_(
                "It counts for the club's ladders; one that Kaiten deals and rolls, for those that"
                " ask for such matches. This cannot be changed later."
            ),
        )
        self.add_options(plan.club)

    def _add_seat(self, seat: int) -> None:
        choices = [("", _("– choose –")), *self.roster.items()]
        self.fields[f"player_{seat}"] = forms.ChoiceField(
            label=_("Player"), choices=choices, required=False
        )
        self.fields[f"guest_{seat}"] = forms.CharField(
            label=_("or a guest's name"), required=False, max_length=LONGEST_GUEST
        )
        if self.asks_scores:
            self.fields[f"score_{seat}"] = forms.IntegerField(
                label=_("Score"), min_value=-LARGEST_SCORE, max_value=LARGEST_SCORE
            )

    def _offered(self) -> list[Option]:
        """Return the options of so many seats; of any number on a fresh page, for scripts."""
        return super()._offered() if self.is_bound else list(self.rules.options())

    @property
    def seat_rows(self) -> list[SeatFields]:
        names = ("player", "guest", "score")
        return [SeatFields(self, seat, names) for seat in range(self.seats)]

    def clean(self) -> dict[str, Any]:
        """Refuse somebody at two seats, a seat with both a player and a guest, a blind bot."""
        data = super().clean()
        taken: dict[str, int] = {}
        bots = False
        for seat in range(self.seats):
            player, guest = data.get(f"player_{seat}"), data.get(f"guest_{seat}")
            if player and guest:
                self.add_error(f"guest_{seat}", _("Choose a player or name a guest, not both."))
            person = player or player_called(guest or "", self.roster) or (guest or "").casefold()
            bots = bots or is_bot(person)
            if person and person in taken and not is_bot(person):
                self.add_error(f"player_{seat}", _("This player sits at another seat already."))
            taken[person] = seat
        if bots and data.get("source") == "table":
            self.add_error("source", _("A bot plays only where Kaiten rolls and draws."))
        return data

    def people(self, key: UUID) -> tuple[list[SeatChoice], dict[UUID, str]]:
        """Return who is to sit where and which of them are guests to be made."""
        players: list[SeatChoice] = []
        guests: dict[UUID, str] = {}
        for seat in range(self.seats):
            guest = self.cleaned_data[f"guest_{seat}"]
            known = self.cleaned_data[f"player_{seat}"] or player_called(guest, self.roster)
            choice, new_guest = newcomer(known, guest, uuid5(key, f"guest/{seat}"))
            players.append(choice)
            guests |= new_guest
        return players, guests

    @property
    def rated(self) -> bool | None:
        """Whether it counts for ratings; None leaves that to each ladder."""
        if not self.cleaned_data["rated"]:
            return False
        return True if self.cleaned_data.get("source", "table") == "table" else None

    def scores(self) -> list[int]:
        return [self.cleaned_data[f"score_{seat}"] for seat in range(self.seats)]
