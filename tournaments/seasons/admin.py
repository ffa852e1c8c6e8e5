"""Seasons in the admin: rows to look at; what is done to a season is done on its page."""

import json
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from replays.admin import Admin, Inline, ReadOnly
from tournaments.people.selectors.players import labels_of
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.selectors.states import season_state
from tournaments.tournaments.models import Tournament


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


@admin.register(Season)
class SeasonAdmin(ReadOnly, Admin):
    """Seasons, with their evenings and, once they are closed, their final tables."""

    list_display = ("title", "club", "status", "evenings", "planned", "created_at", "closed_at")
    list_filter = ("status", "club")
    list_select_related = ("club",)
    search_fields = ("title",)
    date_hierarchy = "created_at"
    inlines = (EveningInline,)
    fields = (
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
    readonly_fields = ("rules_text", "champion_names", "final_table")

    @admin.display(description=_("rules"))
    def rules_text(self, season: Season) -> str:
        return format_html("<pre>{}</pre>", json.dumps(season.rules, indent=2, ensure_ascii=False))

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
