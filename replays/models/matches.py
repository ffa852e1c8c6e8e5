"""Matches as lists and pages read them: a fold of each match's stream, never written by hand."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Match(models.Model):
    """One sitting of a game; its id is the id of its stream. A move does not touch this row."""

    class Source(models.TextChoices):
        TABLE = "table", _("At the table")
        ONLINE = "online", _("Online")
        BOTS = "bots", _("Between bots")

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        FINISHED = "finished", _("Finished")
        REPORTED = "reported", _("Reported")
        STOPPED = "stopped", _("Stopped")
        ABANDONED = "abandoned", _("Abandoned")
        VOIDED = "voided", _("Voided")

    class ResultKind(models.TextChoices):
        DERIVED = "derived", _("Derived from the record")
        REPORTED = "reported", _("Reported")
        RULED = "ruled", _("Ruled by an arbiter")
        AGREED = "agreed", _("Agreed at the table")

    id = models.UUIDField(primary_key=True, editable=False)
    club_id = models.UUIDField(db_index=True)
    game = models.CharField(max_length=40, db_index=True)
    rules = models.PositiveIntegerField()
    options = models.TextField(help_text="Canonical JSON, every option resolved.")
    seats = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=10, choices=Source.choices)
    rated = models.BooleanField(
        null=True, blank=True, help_text="Decided when it began; unknown leaves it to each ladder."
    )
    parent_id = models.UUIDField(
        null=True, blank=True, help_text="The match that it was played on from."
    )
    parent_ply = models.PositiveIntegerField(
        null=True, blank=True, help_text="The step at which the two part."
    )
    owner = models.CharField(
        max_length=80, blank=True, default="", help_text="Who plays on, of a match with a parent."
    )
    title = models.CharField(max_length=80, blank=True, default="")
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.OPEN)
    result_kind = models.CharField(
        max_length=10, choices=ResultKind.choices, blank=True, default=""
    )
    ending = models.CharField(max_length=20, blank=True, default="")
    content_hash = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "id"]
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club_id", "-created_at", "id"], name="match_club_created"),
            models.Index(fields=["-created_at", "id"], name="match_created"),
            models.Index(fields=["status", "-created_at"], name="match_status_created"),
            models.Index(fields=["content_hash"], name="match_content"),
            models.Index(fields=["club_id", "ended_at", "id"], name="match_club_ended"),
            # Of branches alone: lists ask for those without a parent, in an order of their own.
            models.Index(
                fields=["parent_id", "parent_ply"],
                name="branches_of_match",
                condition=models.Q(parent_id__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def came_as_file(self) -> bool:
        """True if its record was imported; only a row of `replays.selectors.library` knows that."""
        return bool(vars(self)["is_imported"])


class MatchSeat(models.Model):
    """One place at a match; its id is made from the stream id and the seat's number."""

    id = models.UUIDField(primary_key=True, editable=False)
    # The indexes below begin with these two, and hold all that the record of a player needs.
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seatings", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    player_id = models.UUIDField(null=True, blank=True)
    first_player_id = models.UUIDField(
        null=True, blank=True, help_text="Who sat here first, if the seat changed hands."
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    reported_place = models.PositiveSmallIntegerField(null=True, blank=True)
    reported_score = models.IntegerField(null=True, blank=True)
    confirmed = models.BooleanField(
        default=False, help_text="Whoever sits here agreed to the result as it stands."
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["match", "seat"]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_row_per_seat")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player_id", "match", "seat", "place"], name="seats_of_player"),
            models.Index(fields=["match", "player_id", "place"], name="players_of_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"
