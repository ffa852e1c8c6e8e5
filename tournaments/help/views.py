"""The pages of help: what there is, a guide, the keys."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from replays.web.access import language
from tournaments.help.guides import GUIDES
from tournaments.help.keys import key_tables


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show the guides there are, and the keys."""
    context = {"guides": GUIDES.values(), "tables": key_tables()}
    return render(request, "tournaments/help/help.html", context)


@require_safe
def show_guide(request: HttpRequest, guide: str) -> HttpResponse:
    """Show a guide, with the pictures of its language."""
    if guide not in GUIDES:
        raise Http404
    shown = GUIDES[guide]
    steps = [(step, step.picture.path(language()) if step.picture else "") for step in shown.steps]
    others = [one for one in GUIDES.values() if one is not shown]
    context = {"guide": shown, "steps": steps, "others": others}
    return render(request, "tournaments/help/guide.html", context)
