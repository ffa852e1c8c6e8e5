"""Seasons in the admin: rows to look at, and a form for every command."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.admin import Inline, ReadOnly
from replays.envelope import Envelope
from replays.errors import refused
from replays.management.base import refusal_line
from tournaments.commands import Thing
from tournaments.people.admin.base import CommandAdmin, envelope_of
from tournaments.people.admin.inputs import Choice
from tournaments.people.admin.visibility import LEVEL_ACTIONS
from tournaments.people.admin.worlds import FormPart, Part, Sent, Struct, Word, Words, World
from tournaments.people.selectors.players import labels_of
from tournaments.seasons.commands import (
    SEASON_COMMANDS,
    AddEvening,
    Close,
    Command,
    NewSeason,
    Reopen,
    Revise,
)
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.rules import SeasonRules
from tournaments.seasons.selectors.states import season_state
from tournaments.seasons.services import create_season, lead
from tournaments.seasons.state import SeasonState
from tournaments.seasons.web.form_data import form_data
from tournaments.seasons.web.forms import SeasonForm
from tournaments.seasons.web.pages import MOST_OFFERED, rules_words
from tournaments.tournaments.models import Tournament

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Season]
else:
    _ModelForm = forms.ModelForm

USUAL_EVENINGS = 10


class EveningInline(ReadOnly, Inline):
    model = SeasonEvening
    extra = 0
    fields = readonly_fields = ("number", "page")
    titles: dict[UUID, str]

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        """Remember how the evenings are called, asked for once for all rows."""
        rows = SeasonEvening.objects.filter(season=obj.pk if obj is not None else None)
        tournaments = Tournament.objects.filter(pk__in=rows.values("tournament_id"))
        self.titles = dict(tournaments.values_list("pk", "title"))
        return super().get_formset(request, obj, **kwargs)

    @admin.display(description=_("tournament"))
    def page(self, row: SeasonEvening) -> str:
        """The tournament, leading to its page once it is in the database."""
        title = self.titles.get(row.tournament_id)
        if title is None:
            return str(row.tournament_id)
        address = reverse("admin:tournaments_tournament_change", args=[row.tournament_id])
        return format_html('<a href="{}">{}</a>', address, title)


TITLES: Mapping[str, Word] = {
    "revise": _("Change title, rules or planned evenings"),
    "add_evening": _("Add an evening"),
    "remove_evening": _("Remove an evening"),
    "move_evening": _("Move an evening"),
    "close": _("Close the season"),
    "reopen": _("Reopen the season"),
}


class NewSeasonForm(_ModelForm, SeasonForm):
    """A season to begin, with the usual rules to start from."""

    class Meta:
        model = Season
        fields = ("club", "title", "planned")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        usual = form_data("", USUAL_EVENINGS, SeasonRules())
        kwargs["initial"] = {**usual, **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Refuse what the service would refuse."""
        super().clean()
        if not self.errors:
            try:
                self.wanted().created(self.cleaned_data["club"].pk)
            except RuleViolation as violation:
                words = refusal_line(refused(violation))
                raise ValidationError(words, code=violation.code) from None
        return self.cleaned_data

    def wanted(self) -> NewSeason:
        said = self.season()
        said["rules"].pop("club", None)
        return NewSeason(**said)


class RulesForm(SeasonForm):
    """The rules of a season without what is asked for beside them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("title", "planned"):
            del self.fields[name]

    def rules(self) -> Any:
        self.cleaned_data |= {"title": "", "planned": 0}
        return self.season()["rules"]


class SeasonWorld(World):
    """A season as its log has it, and the tournaments of its club."""

    words = Words(
        {
            "title": _("Title"),
            "planned": _("Planned evenings"),
            "rules": _("Rules"),
            "tournament": _("Evening"),
            "position": _("Position"),
        },
        {
            "planned": _("0 if nobody knows yet."),
            "AddEvening.position": _("From 1; empty: the latest evening."),
            "MoveEvening.position": _("From 1."),
        },
    )

    def __init__(self, state: SeasonState, asked: Mapping[str, str]) -> None:
        self.state, self.asked = state, asked

    def choices(self, thing: Thing, struct: Struct) -> Sequence[Choice]:
        """Return the evenings of the season, or those that could be added to it."""
        rows = Tournament.objects.filter(club_id=self.state.club)
        counting = self.state.evenings
        if struct is AddEvening:
            rows = rows.exclude(pk__in=counting)
            return [(str(row.pk), _called(row)) for row in rows[:MOST_OFFERED]]
        known = {row.pk: _called(row) for row in rows.filter(pk__in=counting)}
        return [(str(one), known.get(one, str(one))) for one in counting]

    def start(self, struct: Struct, asked: Mapping[str, str]) -> Mapping[str, Any]:
        if struct is Revise:
            return {"title": self.state.title, "planned": self.state.planned}
        return {name: asked[name] for name in ("tournament",) if name in asked}

    def part(self, struct: Struct, name: str, sent: Sent) -> Part | None:
        """Ask for the rules as the page of a season does."""
        if name != "rules":
            return None
        state = self.state
        form = RulesForm(sent.data, initial=form_data(state.title, state.planned, state.rules))
        return FormPart(form, form.rules)


def _called(row: Tournament) -> str:
    return f"{row.title} ({row.day})" if row.day else row.title


@admin.register(Season)
class SeasonAdmin(CommandAdmin):
    """Seasons, with their evenings and, once they are closed, their final tables."""

    form = NewSeasonForm
    catalogue = SEASON_COMMANDS
    titles = TITLES
    change_form_template = "tournaments/people/admin/row.html"
    actions = ["close", "reopen", *LEVEL_ACTIONS]
    list_display = ("title", "club", "status", "evenings", "planned", "created_at", "closed_at")
    list_filter = ("status", "club")
    list_select_related = ("club",)
    search_fields = ("title",)
    date_hierarchy = "created_at"
    shown = (
        "title",
        "club",
        "status",
        "evenings",
        "planned",
        "rules_text",
        "champion_names",
        "final_table",
        "version",
        "created_at",
        "closed_at",
    )

    def get_inlines(self, request: HttpRequest, obj: Season | None) -> Any:
        return [EveningInline] if obj is not None else []

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Ask for a new season by a form that knows its inputs only once it is made."""
        known = obj is not None
        return super().get_form(request, obj, change=change, **kwargs) if known else self.form

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return what is asked for a new season, or everything of one that is there."""
        return self.shown if obj is not None else tuple(self.form().fields)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.shown if obj is not None else ()

    @contextmanager
    def world(self, row: Season, asked: Mapping[str, str]) -> Iterator[SeasonWorld]:
        yield SeasonWorld(season_state(row.pk), asked)

    def do(self, row: Season, command: Command, envelope: Envelope, version: int | None) -> object:
        return lead(season_id=row.pk, command=command, envelope=envelope, expected_version=version)

    def save_model(self, request: HttpRequest, obj: Season, form: Any, change: bool) -> None:
        made = create_season(
            club=form.cleaned_data["club"], wanted=form.wanted(), envelope=envelope_of(request)
        )
        obj.pk = made.stream_id

    @admin.action(description=_("Close the season"), permissions=["direct"])
    def close(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        """Name the champions of those whose evenings are over."""
        self._lead(request, chosen, Close())

    @admin.action(description=_("Reopen the season"), permissions=["direct"])
    def reopen(self, request: HttpRequest, chosen: QuerySet[Season]) -> None:
        self._lead(request, chosen, Reopen())

    def _lead(self, request: HttpRequest, chosen: QuerySet[Season], command: Command) -> None:
        envelope = envelope_of(request)
        self.each(
            request,
            chosen,
            lambda season: lead(season_id=season, command=command, envelope=envelope),
        )

    @admin.display(description=_("rules"))
    def rules_text(self, season: Season) -> str:
        """How evenings add up, in sentences."""
        sentences = rules_words(SeasonRules.from_data(season.rules))
        return format_html_join("", "<p>{}</p>", ((sentence,) for sentence in sentences))

    @admin.display(description=_("champions"))
    def champion_names(self, season: Season) -> str:
        ids = [UUID(text) for text in season.champions]
        labels = labels_of(ids)
        return ", ".join(labels.get(one, "?") for one in ids)

    @admin.display(description=_("final places"))
    def final_table(self, season: Season) -> str:
        """Place, public name and points of everybody, once the season is closed."""
        closing = season_state(season.pk).closing
        table = closing.table if closing is not None else ()
        labels = labels_of([row.player for row in table])
        lines = [(row.place or "–", labels.get(row.player, "?"), row.points) for row in table]
        return format_html_join("", "<div>{} {}: {}</div>", lines)

    def view_on_site(self, season: Season) -> str:
        """Lead to the page where the season is directed."""
        return reverse("tournaments:season", args=[season.pk])
