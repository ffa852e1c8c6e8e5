"""Ladders: what their streams say, and the ratings folded from matches."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from replays.models import Queued
from tournaments.people.models import Club


class LadderStatus(models.TextChoices):
    OPEN = "open", _("going on")
    FROZEN = "frozen", _("frozen")


class LadderUsual(models.TextChoices):
    """The ladders that every club has; their titles are in the reader's language."""

    OVERALL = "overall", _("All games")
    GAME = "game", _("One game")
    OWN = "", _("Made by the club")


class Ladder(models.Model):
    """A rating list of a club, a projection of its stream; its id is that of the stream.

    Whoever changes the ratings of a ladder holds the lock of this row.
    """

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="ladders", verbose_name=_("club")
    )
    usual = models.CharField(_("kind"), max_length=10, choices=LadderUsual, blank=True)
    title = models.CharField(_("title"), max_length=120, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=LadderStatus)
    system = models.CharField(_("system"), max_length=12)
    rules = models.JSONField(_("rules"))
    period_of = models.UUIDField(_("goes on from"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"))
    created_at = models.DateTimeField(_("created"))
    frozen_at = models.DateTimeField(_("frozen"), null=True, blank=True)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering = ["club", "created_at", "id"]
        indexes = [models.Index(fields=["club", "status"], name="ladder_by_club")]

    def __str__(self) -> str:
        return self.title or f"{self.get_usual_display()} {self.id}"


class LadderPlayer(models.Model):
    """Where one player stands on one ladder; float64, never rounded."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="players")
    player_id = models.UUIDField(_("player"), db_index=True)
    mu = models.FloatField(_("rating"))
    sigma = models.FloatField(_("uncertainty"))
    shown = models.FloatField(_("shown"))
    matches = models.PositiveIntegerField(_("matches"))
    firsts = models.PositiveIntegerField(_("won"))
    last_at = models.DateTimeField(_("last match"), null=True, blank=True)
    provisional: bool
    """Whether it is to be taken with care today; said by `selectors.players.ratings_of`."""

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["ladder", "-shown", "player_id"]
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player_id"], name="one_rating_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.shown:.0f}"


class RatedMatch(models.Model):
    """What one match changed on one ladder: every seat before and after, part by part."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    ladder = models.ForeignKey(
        Ladder, on_delete=models.CASCADE, related_name="rated", db_index=False
    )
    match_id = models.UUIDField(_("match"))
    ended_at = models.DateTimeField(_("ended"))
    changes = models.TextField(_("changes"))

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        ordering = ["ended_at", "match_id"]
        indexes = [
            models.Index(fields=["ladder", "ended_at", "match_id"], name="rated_in_order"),
            models.Index(fields=["match_id", "ladder"], name="ladders_of_match"),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.match_id}"


class DueCause(models.TextChoices):
    """Why a ladder has something to do."""

    MATCH = "match", _("a match ended or changed")
    PLAYER = "player", _("players were merged or changed")
    RULES = "rules", _("the rules or the start list changed")


class LadderDue(Queued):
    """A pending update of a ladder: the queue of record, deleted in the transaction doing it."""

    id = models.UUIDField(_("id"), primary_key=True)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="dues")
    cause = models.CharField(_("cause"), max_length=10, choices=DueCause)
    subject = models.UUIDField(_("match, player or ladder"))
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("pending ladder update")
        verbose_name_plural = _("pending ladder updates")

    def __str__(self) -> str:
        return f"{self.cause} {self.subject}"


class NoteCause(models.TextChoices):
    """Why matches were rated anew."""

    LATE = "late", _("a match was entered late")
    CORRECTED = "corrected", _("a match was corrected")
    REMOVED = "removed", _("a match does not count any more")
    PLAYER = "player", _("players were merged or changed")
    RULES = "rules", _("the rules or the start list changed")
    REBUILT = "rebuilt", _("the ladder was rebuilt")


class LadderNote(models.Model):
    """What a re-rating changed, said beside the ladder: history, not a projection."""

    id = models.UUIDField(_("id"), primary_key=True)
    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="notes")
    cause = models.CharField(_("cause"), max_length=10, choices=NoteCause)
    subject = models.UUIDField(_("match, player or ladder"))
    at = models.DateTimeField(_("at"))
    since = models.DateTimeField(_("recalculated since"), null=True, blank=True)
    matches = models.PositiveIntegerField(_("matches recalculated"))
    moves = models.JSONField(_("players whose rating moved"))
    """`[player id, before, after]`, the largest moves first; None stands for not on the ladder."""

    class Meta:
        verbose_name = _("re-rating")
        verbose_name_plural = _("re-ratings")
        ordering = ["-at", "id"]
        indexes = [models.Index(fields=["ladder", "-at"], name="note_by_ladder")]

    def __str__(self) -> str:
        return f"{self.cause} {self.subject}"
