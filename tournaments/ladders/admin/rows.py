"""Ratings, rated matches, re-ratings and pending updates in the admin: to be read only."""

from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

from replays.admin import Admin, ReadOnly
from tournaments.ladders.models import LadderDue, LadderNote, LadderPlayer, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.words import change_words, ladder_title, rating_text
from tournaments.people.selectors.players import labels_of


class OfLadder(ReadOnly, Admin):
    """Rows that belong to a ladder."""

    list_filter: ClassVar[Any] = ("ladder",)
    list_select_related: ClassVar[Any] = ("ladder",)

    @admin.display(description=_("ladder"), ordering="ladder")
    def of_ladder(self, row: Any) -> str:
        return ladder_title(row.ladder)


class Labelled(ChangeList):
    """A list whose players are asked for once."""

    def get_results(self, request: HttpRequest) -> None:
        """Put the public name beside every row."""
        super().get_results(request)
        labels = labels_of([row.player_id for row in self.result_list])
        for row in self.result_list:
            row.public_name = labels.get(row.player_id, "?")


@admin.register(LadderPlayer)
class LadderPlayerAdmin(OfLadder):
    """Where players stand."""

    figures = ("of_ladder", "shown", "mu", "sigma", "matches", "firsts", "last_at")
    list_display = ("label", *figures)
    list_filter = ("ladder__club", "ladder")
    search_fields = ("=player_id",)
    fields = ("label", "player_id", *figures)
    readonly_fields = ("label", "of_ladder")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Ask for the names of a page at once."""
        return Labelled

    @admin.display(description=_("public name"))
    def label(self, row: Any) -> str:
        known: str | None = getattr(row, "public_name", None)
        return known or labels_of([row.player_id]).get(row.player_id, "?")


@admin.register(RatedMatch)
class RatedMatchAdmin(OfLadder):
    """What matches changed, seat by seat."""

    list_display = ("match_id", "of_ladder", "ended_at")
    search_fields = ("=match_id",)
    fields = ("match_id", "of_ladder", "ended_at", "sentences")
    readonly_fields = ("of_ladder", "sentences")

    @admin.display(description=_("changes"))
    def sentences(self, row: RatedMatch) -> str:
        changes = changes_of(row.changes)
        labels = labels_of([change.player for change in changes])
        places = {change.player: change.place for change in changes}
        system = row.ladder.system
        sentences = [
            (labels.get(change.player, "?"), change_words(change, places, labels, system))
            for change in changes
        ]
        return format_html_join("", "<p>{}: {}</p>", sentences)


@admin.register(LadderNote)
class LadderNoteAdmin(OfLadder):
    """What was rated anew, and why."""

    list_display = ("at", "of_ladder", "cause", "subject", "since", "matches")
    list_filter = ("cause", "ladder")
    fields = ("at", "of_ladder", "cause", "subject", "since", "matches", "moved")
    readonly_fields = ("of_ladder", "moved")

    @admin.display(description=_("players whose rating moved"))
    def moved(self, row: LadderNote) -> str:
        """Who moved from where to where."""
        labels = labels_of([UUID(player) for player, _was, _now in row.moves])
        system = row.ladder.system
        rows = [
            (labels.get(UUID(player), "?"), *(rating_text(one, system, "–") for one in around))
            for player, *around in row.moves
        ]
        return format_html_join("", "<p>{}: {} → {}</p>", rows)


@admin.register(LadderDue)
class LadderDueAdmin(OfLadder):
    """What the workers have yet to do."""

    list_display = ("created_at", "of_ladder", "cause", "subject")
    list_filter = ("cause", "ladder")
    ordering = ("created_at", "id")
