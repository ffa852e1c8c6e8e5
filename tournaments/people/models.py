"""Accounts, clubs, players and tokens: who signs in, who plays, and what opens the API."""

import uuid
from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """Somebody who can sign in. Players are not users: most of them never need an account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")


_AREAS = frozenset(
    {"Africa", "America", "Antarctica", "Arctic", "Asia"}
    | {"Atlantic", "Australia", "Europe", "Indian", "Pacific"}
)


@cache
def _time_zones() -> frozenset[str]:
    """Return the names of the IANA database; looking at each of its files takes a while."""
    return frozenset(available_timezones())


def time_zone_places() -> dict[str, list[str]]:
    """Return the time zones that are named after places, by continent or ocean."""
    places: dict[str, list[str]] = {}
    for name in sorted(_time_zones()):
        area, _slash, place = name.partition("/")
        if place and area in _AREAS:
            places.setdefault(area, []).append(name)
    return places


def validate_time_zone(name: str) -> None:
    """Refuse a name that the IANA time zone database does not list."""
    if name not in _time_zones():
        raise ValidationError(
            _("“%(name)s” is not a time zone such as Europe/Paris."),
            code="unknown_time_zone",
            params={"name": name},
        )


class Visibility(models.TextChoices):
    """Who finds something: everybody; whoever has its address; those of the club alone."""

    PUBLIC = "public", _("public")
    UNLISTED = "unlisted", _("unlisted")
    CLUB = "club", _("club only")


class Openness(models.TextChoices):
    """Who sees every hand of a match that is over."""

    EVERYBODY = "everybody", _("everybody")
    CLUB = "club", _("the club")
    ARBITERS = "arbiters", _("arbiters, and each player their own seat")


class Club(models.Model):
    """A club: its players, its matches and the time zone its evenings are told in."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(
        _("short name"),
        max_length=60,
        unique=True,
        help_text=_(
            "In the club's address; up to 20 characters look well in print. Former ones go on"
            " leading to the club."
        ),
    )
    time_zone = models.CharField(_("time zone"), max_length=60, validators=[validate_time_zone])
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default="en"
    )
    visibility = models.CharField(
        _("who finds the club"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    default_visibility = models.CharField(
        _("who finds its matches, tournaments, seasons and ladders"),
        max_length=10,
        choices=Visibility,
        default=Visibility.PUBLIC,
        help_text=_("Of whatever says nothing else about itself."),
    )
    spectator_delay = models.PositiveSmallIntegerField(
        _("minutes that visitors are behind"),
        null=True,
        blank=True,
        default=0,
        help_text=_("Of a match that goes on. Empty: they see it when it is over."),
    )
    open_hands = models.CharField(
        _("who sees every hand once a match is over"),
        max_length=10,
        choices=Openness,
        default=Openness.EVERYBODY,
    )
    created_at = models.DateTimeField(_("created"), editable=False)
    # A projection of the club's stream: only tournaments.people.projections writes it.
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the club's address, under which all of its pages are."""
        return f"/c/{self.slug}/"


class FormerShortName(models.Model):
    """A short name that a club had: it goes on leading to the club, and nobody else gets it."""

    slug = models.SlugField(_("short name"), max_length=60, primary_key=True)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="former_names", verbose_name=_("club")
    )

    class Meta:
        verbose_name = _("former short name")
        verbose_name_plural = _("former short names")
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.slug


class Role(models.TextChoices):
    """What an account is in a club; each may do whatever those below it may."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    ARBITER = "arbiter", _("arbiter")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    MEMBER = "member", _("member")


class Membership(models.Model):
    """The role of an account in a club."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("club")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="memberships",
        verbose_name=_("account"),
    )
    role = models.CharField(_("role"), max_length=12, choices=Role)
    granted_by = models.CharField(_("granted by"), max_length=60, editable=False)
    granted_at = models.DateTimeField(_("granted"), editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["club", "granted_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_account_and_club")
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class Invitation(models.Model):
    """A link by which somebody joins a club. The secret in it is shown once and kept nowhere."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="invitations", verbose_name=_("club")
    )
    role = models.CharField(_("role"), max_length=12, choices=Role)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    single = models.BooleanField(_("for one person"), default=True)
    uses = models.PositiveIntegerField(_("used"), default=0)
    created_by = models.CharField(_("made by"), max_length=60, editable=False)
    created_at = models.DateTimeField(_("created"), editable=False)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return f"{self.club}, {self.get_role_display()}"


class Kind(models.TextChoices):
    PERSON = "person", _("person")
    BOT = "bot", _("bot")


class Display(models.TextChoices):
    """How a player wants to be named in public."""

    INITIAL = "initial", _("first name and initial")
    FULL = "full", _("full name")
    NICKNAME = "nickname", _("nickname")
    HIDDEN = "hidden", _("nothing, a number instead")


class Player(models.Model):
    """A person or a bot of one club. Events know players by id only; names live here alone."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="players", verbose_name=_("club")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.PERSON)
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    first_name = models.CharField(_("first name"), max_length=60, blank=True)
    last_name = models.CharField(_("last name"), max_length=60, blank=True)
    nickname = models.CharField(_("nickname"), max_length=40, blank=True)
    display = models.CharField(
        _("shown in public as"), max_length=10, choices=Display, default=Display.INITIAL
    )
    # Letters only, without accents and capitals: what searching and comparing names look at.
    search_name = models.CharField(max_length=170, blank=True, editable=False)
    # The same of the public label, for visitors: a search must not tell what the list does not.
    search_label = models.CharField(max_length=130, blank=True, editable=False)
    guest = models.BooleanField(_("guest"), default=False)
    minor = models.BooleanField(
        _("minor"), default=False, help_text=_("Never shown in public by their full name.")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("account"),
    )
    # A projection of the club's stream: only tournaments.projections writes it.
    merged_into = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="absorbed",
        verbose_name=_("merged into"),
    )
    created_at = models.DateTimeField(_("created"), editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["search_name", "id"]
        indexes = [
            models.Index(fields=["club", "search_name", "id"], name="player_search"),
            models.Index(fields=["club", "search_label", "id"], name="player_search_label"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(user__isnull=False),
                name="one_player_per_user_and_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}".strip() or self.nickname or self.bot


class Box(models.Model):
    """What a club has said of its box of a game: a projection of the club's stream."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="boxes", verbose_name=_("club")
    )
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"))
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("box")
        verbose_name_plural = _("boxes")
        ordering = ["club", "game"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game"], name="one_box_per_club_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.game}"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:box", args=[self.club_id, self.game])


class LinkedClub(models.Model):
    """A club of elsewhere whose logs are read as a club's of here: a projection of its stream."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="linked", verbose_name=_("club")
    )

    class Meta:
        verbose_name = _("linked club")
        verbose_name_plural = _("linked clubs")

    def __str__(self) -> str:
        return f"{self.club}: {self.id}"


class StreamVisibility(models.Model):
    """Who finds one match, tournament, season or ladder: a projection of the club's stream."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="stream_visibilities", verbose_name=_("club")
    )
    kind = models.CharField(_("kind"), max_length=20)
    visibility = models.CharField(_("visibility"), max_length=10, choices=Visibility)

    class Meta:
        verbose_name = _("visibility")
        verbose_name_plural = _("visibilities")

    def __str__(self) -> str:
        return f"{self.kind} {self.id}: {self.get_visibility_display()}"


class Claim(models.Model):
    """An account asks to be linked to a player; organisers decide."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="claims", verbose_name=_("player")
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="claims",
        verbose_name=_("account"),
    )
    asked_at = models.DateTimeField(_("asked"))
    granted = models.BooleanField(_("granted"), null=True, blank=True)
    decided_by = models.CharField(_("decided by"), max_length=60, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ["-asked_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "account"],
                condition=models.Q(decided_at=None),
                name="one_open_claim_per_player_and_account",
            )
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.player}"


class Scope(models.TextChoices):
    """What a token may be used for; each holds those before it."""

    READ = "read", _("read")
    RECORD = "record", _("record")
    ORGANISE = "organise", _("organise")
    ADMIN = "admin", _("administer")


class ApiToken(models.Model):
    """A key to the API. The secret itself is shown once and kept nowhere."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="api_tokens",
        verbose_name=_("user"),
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="api_tokens",
        verbose_name=_("club"),
        help_text=_("Leave empty for every club."),
    )
    name = models.CharField(_("name"), max_length=80)
    prefix = models.CharField(_("prefix"), max_length=12, unique=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    created_at = models.DateTimeField(_("created"), editable=False)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix})"
