from django.db import models
from django.utils.translation import gettext_lazy as _

from replays.models import Queued
from tournaments.people.models import Club


class BatchStatus(models.TextChoices):
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    FAILED = "failed", _("failed")


class Batch(models.Model):
    """Many matches between bots, played in the background from one seed."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="batches", verbose_name=_("club")
    )
    game = models.CharField(_("game"), max_length=40)
    rules = models.PositiveIntegerField(_("rules"))
    options = models.JSONField(_("options"))
    bots = models.JSONField(_("bots by seat"))
    matches = models.PositiveIntegerField(_("matches"))
    seed = models.PositiveBigIntegerField(_("seed"))
    rotate = models.BooleanField(_("everybody moves on by one seat each match"), default=True)
    same_deal = models.BooleanField(_("same deal in every rotation"), default=False)
    rated = models.BooleanField(_("counts for ratings"), default=False)
    status = models.CharField(
        _("status"), max_length=10, choices=BatchStatus, default=BatchStatus.RUNNING
    )
    error = models.CharField(_("why it failed"), max_length=80, blank=True)
    actor = models.CharField(_("started by"), max_length=80)
    created_at = models.DateTimeField(_("created"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("batch of bot matches")
        verbose_name_plural = _("batches of bot matches")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return f"{self.game} {self.matches} × {', '.join(self.bots)}"


class Chunk(Queued):
    """A part of a batch that one worker plays; these rows are the queue of record.

    A chunk that is sent may be lost with its broker, and one that is leased with its worker: the
    sweep sends both again. Playing a chunk twice is harmless.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    """One past the last index."""
    done = models.BooleanField(default=False)
    leased_until = models.DateTimeField(null=True)
    lease = models.UUIDField(null=True)
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["batch", "number"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="one_chunk_per_number")
        ]
        indexes = [models.Index(fields=["batch", "done", "number"], name="chunks_to_do")]

    def __str__(self) -> str:
        return f"{self.batch_id} {self.first}-{self.last}"


class BatchResult(models.Model):
    """The result of one match of a batch, written with the match itself in one transaction."""

    id = models.UUIDField(primary_key=True, editable=False)
    """The id of the match's stream."""
    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="results")
    index = models.PositiveIntegerField()
    bots = models.JSONField()
    places = models.JSONField()
    scores = models.JSONField()
    events = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ["batch", "index"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "index"], name="one_result_per_index")
        ]

    def __str__(self) -> str:
        return f"{self.batch_id} #{self.index}"
