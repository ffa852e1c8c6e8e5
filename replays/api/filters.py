"""What the list of matches can be narrowed by."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet

from replays.models import Match
from replays.selectors.library import match_list


class MatchFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Every filter is optional; together they narrow."""

    game = django_filters.CharFilter(max_length=40, help_text="The slug of a game.")
    club = django_filters.UUIDFilter(field_name="club_id", help_text="The id of a club.")
    player = django_filters.UUIDFilter(
        method="seated", help_text="The id of a player who sits or sat at the match."
    )
    status = django_filters.ChoiceFilter(
        choices=Match.Status.choices, help_text="How far a match is."
    )
    source = django_filters.ChoiceFilter(
        choices=Match.Source.choices, help_text="How a match is played."
    )
    created_from = django_filters.IsoDateTimeFilter(
        field_name="created_at", lookup_expr="gte", help_text="Begun at this moment or later."
    )
    created_before = django_filters.IsoDateTimeFilter(
        field_name="created_at", lookup_expr="lt", help_text="Begun before this moment."
    )
    ended_from = django_filters.IsoDateTimeFilter(
        field_name="ended_at", lookup_expr="gte", help_text="Ended at this moment or later."
    )
    ended_before = django_filters.IsoDateTimeFilter(
        field_name="ended_at", lookup_expr="lt", help_text="Ended before this moment."
    )

    def seated(self, queryset: QuerySet[Match], name: str, value: UUID) -> QuerySet[Match]:
        """Keep the matches a player sits or sat in."""
        return queryset.filter(pk__in=match_list(player_id=value).order_by().values("pk"))
