"""What the first page of the admin shows beside its tables: attention, work, games left out."""

from datetime import UTC, datetime

from django import template

from config.attention import matters
from config.work import Work, work_in_hand
from games.registry import LeftOut, left_out
from tournaments.home.attention import Matter

register = template.Library()


@register.simple_tag
def current_work() -> Work:
    return work_in_hand(now=datetime.now(UTC))


@register.simple_tag
def needs_attention() -> list[Matter]:
    return matters(now=datetime.now(UTC))


@register.simple_tag
def games_left_out() -> tuple[LeftOut, ...]:
    return left_out()
