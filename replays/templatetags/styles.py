"""The style sheet of a game inside a page."""

from django import template

from replays.web.styles import styles_of

register = template.Library()

register.filter("styles", styles_of)
