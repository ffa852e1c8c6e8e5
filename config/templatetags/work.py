"""The work in hand on the first page of the admin."""

from datetime import UTC, datetime

from django import template

from config.work import Work, work_in_hand

register = template.Library()


@register.simple_tag
def current_work() -> Work:
    return work_in_hand(now=datetime.now(UTC))
