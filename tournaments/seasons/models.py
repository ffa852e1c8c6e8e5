"""Projections of season streams: only `tournaments.projections` writes these rows."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import Club


class SeasonStatus(models.TextChoices):
    OPEN = "open", _("going on")
    CLOSED = "closed", _("closed")


class Season(models.Model):
    """Evenings that add up to a champion; its id is that of its stream."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("club")
    )
    title = models.CharField(_("title"), max_length=120)
    status = models.CharField(_("status"), max_length=10, choices=SeasonStatus)
    planned = models.PositiveIntegerField(_("planned evenings"))
    evenings = models.PositiveIntegerField(_("evenings"))
    rules = models.JSONField(_("rules"))
    champions = models.JSONField(_("champions"))
    version = models.PositiveIntegerField(_("version"))
    created_at = models.DateTimeField(_("created"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-created_at", "id"]
        indexes = [models.Index(fields=["club", "-created_at", "id"], name="season_by_club")]

    def __str__(self) -> str:
        return self.title


class SeasonEvening(models.Model):
    """One evening of a season. The tournament may come into the database after the season."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField(_("number"))
    tournament_id = models.UUIDField(_("tournament"), db_index=True)

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["season", "number"]

    def __str__(self) -> str:
        return f"{self.number}"
