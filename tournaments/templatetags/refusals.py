"""Where the words of a refused form stand on a page."""

from django import template
from django.template import Context
from django.utils.html import format_html

register = template.Library()


@register.simple_block_tag(takes_context=True)
def refusal_above(context: Context, content: str) -> str:
    """Say above all what was refused, unless the content says it beside a form of its own."""
    refused = context["page"].refused
    if words := refused.say() if refused is not None else "":
        return format_html(
            '<div class="notice notice-bad" role="alert"><p>{}</p></div>\n{}', words, content
        )
    return content
