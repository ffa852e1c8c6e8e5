"""Numbers on a page, as people write them."""

from django import template

from tournaments.tournaments.web.words import exact

register = template.Library()
register.filter("exact", exact)
