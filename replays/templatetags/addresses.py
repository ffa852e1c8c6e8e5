from django import template

from replays.http.addresses import site_address

register = template.Library()

register.simple_tag(site_address, name="site_url")
