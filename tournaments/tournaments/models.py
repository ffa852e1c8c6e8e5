"""Projections of tournament streams: only `tournaments.projections` writes these rows."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.people.models import Club


class TournamentStatus(models.TextChoices):
    PLANNED = "planned", _("planned")
    RUNNING = "running", _("running")
    FINISHED = "finished", pgettext_lazy("tournament", "finished")


class TableStatus(models.TextChoices):
    OPEN = "open", _("waiting for its result")
    STARTED = "started", _("being recorded")
    REPORTED = "reported", _("reported, not confirmed")
    DISPUTED = "disputed", _("reports differ")
    PROVISIONAL = "provisional", _("provisional")
    CONFIRMED = "confirmed", _("confirmed")


class Tournament(models.Model):
    """A tournament or an open evening; its id is that of its stream."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="tournaments", verbose_name=_("club")
    )
    title = models.CharField(_("title"), max_length=120)
    day = models.DateField(_("day"), null=True, blank=True)
    open_evening = models.BooleanField(_("open evening"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=TournamentStatus)
    stage = models.PositiveIntegerField(_("stage"), default=0)
    round = models.PositiveIntegerField(_("round"), default=0)
    entrants = models.PositiveIntegerField(_("entrants"), default=0)
    version = models.PositiveIntegerField(_("version"))
    created_at = models.DateTimeField(_("created"))
    finished_at = models.DateTimeField(
        pgettext_lazy("tournament", "finished"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-created_at", "id"]
        indexes = [models.Index(fields=["club", "-created_at", "id"], name="tournament_by_club")]

    def __str__(self) -> str:
        return self.title


class TournamentEntrant(models.Model):
    """A player inside one tournament."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField(_("number"))
    player_id = models.UUIDField(_("player"), db_index=True)
    present = models.BooleanField(_("present"))
    dropped = models.BooleanField(_("dropped out"))
    affiliation = models.CharField(_("seated apart from"), max_length=60, blank=True)
    fixed_tables = models.JSONField(_("fixed tables"))
    place = models.PositiveIntegerField(_("final place"), null=True, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["tournament", "number"]

    def __str__(self) -> str:
        return f"{self.number}"


class TournamentTable(models.Model):
    """One table of a round."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    stage = models.PositiveIntegerField(_("stage"))
    round = models.PositiveIntegerField(_("round"))
    number = models.PositiveIntegerField(_("table"))
    match_id = models.UUIDField(_("match"), unique=True)
    status = models.CharField(_("status"), max_length=12, choices=TableStatus)
    kind = models.CharField(_("kind of result"), max_length=10, blank=True)
    origin = models.CharField(_("where the result comes from"), max_length=10, blank=True)
    called = models.BooleanField(_("waits for an arbiter"))
    rated = models.BooleanField(
        _("counts for ratings"), null=True, blank=True, help_text=_("Unknown without a result.")
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["tournament", "stage", "round", "number"]

    def __str__(self) -> str:
        return f"{self.stage}/{self.round}/{self.number}"
