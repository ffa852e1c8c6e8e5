"""What somebody should do first: set up a club of their own, or begin in the one they have."""

from django.urls import reverse
from django.utils.translation import gettext as _

from replays.models import Match
from replays.ports import Actor, NextStep
from tournaments.people.models import Club, Role
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, club_list, has_own_club
from tournaments.people.standing import standing_of


def first_steps(actor: Actor) -> list[NextStep]:
    """Return the steps of whoever has no club of their own, or one in which nothing was played."""
    if not has_own_club():
        operates = may(actor, CLUB_WRITE, None)
        return [_set_up(needs_code=not operates)]
    standing = standing_of(actor)
    if standing.user_id is None:
        return []
    owned = club_list().filter(memberships__user=standing.user_id, memberships__role=Role.OWNER)
    clubs = list(owned.exclude(pk=DEMO_CLUB_ID))
    if not clubs:
        return [_set_up(needs_code=False)] if standing.may(CLUB_WRITE, None) else []
    matches = Match.objects.filter(club_id__in=[club.id for club in clubs])
    played = set(matches.values_list("club_id", flat=True).distinct())
    fresh = next((club for club in clubs if club.id not in played), None)
    return _begin(fresh) if fresh is not None else []


def _set_up(*, needs_code: bool) -> NextStep:
    words = _("With your club’s name, your people and an account of your own.")
    if needs_code:
        words = _(
            "With the code that the terminal shows where Kaiten was started, or that"
            " “manage.py setup” prints."
        )
    return NextStep(_("Set up your own club"), words, reverse("tournaments:setup"))


def _begin(club: Club) -> list[NextStep]:
    return [
        NextStep(
            _("Begin a match"),
            _("Recorded move by move, or only its scores."),
            f"{reverse('replays:new')}?club={club.id}",
        ),
        NextStep(
            _("Begin a tournament"),
            _("An evening at tables of two to eight, from entry to the champion."),
            reverse("tournaments:tournament-new"),
        ),
        NextStep(
            _("Invite people"),
            _("A link lets others record matches and organise with you."),
            reverse("tournaments:members", args=[club.id]),
        ),
        NextStep(
            _("Describe your boxes"),
            _("Say once what is in them, where yours differ."),
            reverse("tournaments:boxes", args=[club.id]),
        ),
    ]
