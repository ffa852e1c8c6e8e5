"""What the list of matches can be narrowed by."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet

from replays.models import Match
from replays.selectors.library import match_list


class MatchFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Every filter is optional; together they narrow."""

    game = django_filters.CharFilter(max_length=40)
    club = django_filters.UUIDFilter(field_name="club_id")
    player = django_filters.UUIDFilter(method="seated")
    status = django_filters.ChoiceFilter(choices=Match.Status.choices)
    source = django_filters.ChoiceFilter(choices=Match.Source.choices)
    created_from = django_filters.IsoDateTimeFilter(field_name="created_at", lookup_expr="gte")
    created_before = django_filters.IsoDateTimeFilter(field_name="created_at", lookup_expr="lt")
    ended_from = django_filters.IsoDateTimeFilter(field_name="ended_at", lookup_expr="gte")
    ended_before = django_filters.IsoDateTimeFilter(field_name="ended_at", lookup_expr="lt")

    def seated(self, queryset: QuerySet[Match], name: str, value: UUID) -> QuerySet[Match]:
        """Keep the matches a player sits or sat in."""
        return queryset.filter(pk__in=match_list(player_id=value).order_by().values("pk"))
