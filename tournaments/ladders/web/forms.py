"""The forms of ladders: their rules in sections, an old list to begin from, a new period."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.registry import games
from replays.web.pages import game_name
from tournaments.commands import LONGEST_TITLE
from tournaments.ladders.ratings.rules import (
    LEAST_START,
    MOST_DAYS,
    MOST_FACTOR,
    MOST_MATCHES,
    MOST_START,
    LadderRules,
)
from tournaments.ladders.web.presets import LADDER_PRESETS
from tournaments.ladders.web.words import SOURCES
from tournaments.people.csv import LARGEST_FILE
from tournaments.preset_forms import PresetForm

USUAL_SHARE = 25
_SYSTEMS = [
    ("elo", _("Elo by pairs: the classic numbers around 1500")),
    ("openskill", _("OpenSkill: learns faster, says how unsure it is")),
]
_BOTS = [
    ("leave_out", _("matches with a bot do not count")),
    ("skip", _("the bot is skipped, the others are rated")),
    ("rate", _("bots are rated like people")),
]
_STOPPED = [
    ("never", _("never count")),
    ("on_time", _("count if they ran out of time")),
    ("always", _("count whenever there is a result")),
]
_TAKEN_OVER = [
    ("skip", _("nobody")),
    ("last", _("who sat there last")),
    ("first", _("who sat there first")),
]
_SECTIONS: Sequence[tuple[str, str | Promise, tuple[str, ...]]] = (
    (
        "",
        _("What counts"),
        (
            *("since", "until", "tournaments_only", "imports", "sources"),
            *("bots", "stopped", "taken_over"),
        ),
    ),
    ("", _("Rating system"), ("system",)),
    (
        "elo-only",
        _("How fast a rating moves"),
        (
            *("start", "k_provisional", "k_provisional_matches"),
            *("k_normal", "k_established", "k_established_from"),
        ),
    ),
    ("elo-only", _("Narrow wins"), ("margin", "margin_share", "margin_full")),
    ("", _("Newcomers and absence"), ("provisional_matches", "stale_days", "hidden_days")),
)


def _whole(label: Any, least: int, most: int, help_text: Any = "", **more: Any) -> Any:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, **more
    )


def _day(label: Any, help_text: Any) -> Any:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, required=False, widget=widget, help_text=help_text)


class LadderForm(PresetForm):
    """A ladder and its rules."""

    presets = LADDER_PRESETS
    unfolded = ("title", "games")

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE)
    games = forms.MultipleChoiceField(
        label=_("Games"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all games."),
    )
    since = _day(_("First day"), _("Empty: from the beginning."))
    until = _day(_("Last day"), _("Empty: no end."))
    tournaments_only = forms.BooleanField(label=_("Only matches of tournaments"), required=False)
    imports = forms.BooleanField(label=_("Imported matches count"), required=False)
    sources = forms.MultipleChoiceField(
        label=_("Where nothing was decided, matches played"),
        choices=list(SOURCES.items()),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Whether a match counts is decided when it begins; this is for the others."),
    )
    bots = forms.ChoiceField(label=_("With a bot at the table"), choices=_BOTS)
    stopped = forms.ChoiceField(label=_("Stopped matches"), choices=_STOPPED)
    taken_over = forms.ChoiceField(
        label=_("Who is rated for a seat that changed hands"), choices=_TAKEN_OVER
    )
    system = forms.ChoiceField(label=_("System"), choices=_SYSTEMS, widget=forms.RadioSelect)
    start = _whole(_("Newcomers begin at"), LEAST_START, MOST_START)
    k_provisional = _whole(_("K at first"), 1, MOST_FACTOR, _("K is the most one match can move."))
    k_provisional_matches = _whole(_("for so many matches"), 0, MOST_MATCHES)
    k_normal = _whole(_("K afterwards"), 1, MOST_FACTOR)
    k_established = _whole(_("K once established"), 1, MOST_FACTOR)
    k_established_from = _whole(_("from so many matches on"), 0, MOST_MATCHES)
    margin = forms.BooleanField(label=_("Narrow wins count for less"), required=False)
    margin_share = _whole(
        _("How much depends on the scores, in percent"), 1, 100, _("The rest counts for any win.")
    )
    margin_full = _whole(_("Points of difference for a full win"), 1, 10_000)
    provisional_matches = _whole(_("Marked as provisional before so many matches"), 0, MOST_MATCHES)
    stale_days = _whole(
        _("Marked again after so many days without a match"),
        *(1, MOST_DAYS, _("Empty: never.")),
        required=False,
    )
    hidden_days = _whole(
        _("Not ranked after so many days without a match"),
        *(1, MOST_DAYS, _("Empty: never. Nothing is deleted; the next match brings them back.")),
        required=False,
    )

    def __init__(self, *args: Any, has_own_title: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = self.fields["games"]
        assert isinstance(offered, forms.MultipleChoiceField)  # noqa: S101  (declared above)
        slugs = [rules.slug for rules in games()]
        # A ladder goes on counting a game that is no longer installed.
        slugs += [game for game in self.initial.get("games", ()) if game not in slugs]
        offered.choices = [(slug, game_name(slug)) for slug in slugs]
        if not has_own_title:
            self.fields["title"].required = False
            self.fields["title"].help_text = _("Empty: its usual name, in every reader's language.")

    @property
    def sections(self) -> list[tuple[str, str | Promise, list[BoundField]]]:
        """The folded fields under their headings, each with the class of its section."""
        return [(css, heading, [self[name] for name in names]) for css, heading, names in _SECTIONS]

    def clean(self) -> dict[str, Any]:
        """Refuse days in the wrong order beside the day that is wrong."""
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("since"), data.get("until")
        if first and last and first > last:
            self.add_error("until", _("The last day of a ladder cannot be before its first."))
        least, later = data.get("k_provisional_matches"), data.get("k_established_from")
        if least is not None and later is not None and later < least:
            self.add_error("k_established_from", _("This cannot come before the first matches."))
        return data

    def rules(self) -> dict[str, Any]:
        """Return the rules as `LadderRules.to_data` writes them."""
        data = self.cleaned_data
        same = ("system", "bots", "imports", "tournaments_only", "stopped", "taken_over", "start")
        days = ("provisional_matches", "stale_days", "hidden_days")
        margin = {"share": data["margin_share"], "full": data["margin_full"]}
        return {
            **{name: data[name] for name in (*same, *days)},
            "games": data["games"],
            "sources": data["sources"],
            "since": data["since"].isoformat() if data["since"] else None,
            "until": data["until"].isoformat() if data["until"] else None,
            "k": {name: data[f"k_{name}"] for name in LadderRules().to_data()["k"]},
            "margin": margin if data["margin"] else None,
        }


class StartListForm(forms.Form):
    """A club's old rating list, as a file or pasted."""

    file = forms.FileField(
        label=_("CSV file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}),
    )
    text = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        strip=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "ladder-paste"}),
    )


class PeriodForm(forms.Form):
    """A ladder that goes on from another."""

    title = forms.CharField(label=_("Title of the new ladder"), max_length=LONGEST_TITLE)
    share = _whole(
        _("Drawn towards the mean, in percent"),
        0,
        100,
        _("0: everybody keeps their rating. 100: everybody starts afresh."),
    )

    def clean_title(self) -> str:
        title = " ".join(self.cleaned_data["title"].split())
        if not title:
            raise ValidationError(_("Please give it a title."))
        return title
