"""The games there are, and a rules page for each, made from its own tables."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.core.errors import RuleViolation
from games.registry import games, rules_of
from replays import actions
from replays.ports import people
from replays.selectors.games import GameHeadAnswer, GameSheetAnswer, ways_of
from replays.web.access import club_here, clubs_to_record_for, language
from replays.web.forms import BoxNote
from replays.web.styles import styles_of


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    """Show every game, and how its matches can be kept."""
    known = [
        (GameHeadAnswer.from_rules(rules, language()), ways_of(rules).values()) for rules in games()
    ]
    return render(request, "replays/games.html", {"games": known})


@require_safe
def game_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is in the box of a game, its options, and how open points are decided."""
    try:
        rules = rules_of(slug)
    except RuleViolation as violation:
        raise Http404 from violation
    game = GameSheetAnswer.from_rules(rules, language())
    club = club_here(request)
    return render(
        request,
        "replays/game.html",
        {
            "game": game,
            "box": BoxNote.of(rules, club, people().box(club, slug)) if club else None,
            "has_box": bool(game.components) or game.reported_only,
            "ways": ways_of(rules).values(),
            "words": rules.words,
            "styles": styles_of(slug),
            "may_record": bool(clubs_to_record_for(request, actions.CREATE)),
        },
    )
