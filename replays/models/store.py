"""The append-only log, and the mutable rows that serve it."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from replays.chain import GENESIS


class Stream(models.Model):
    """The head of one log: how far it goes and the hash of its newest event."""

    id = models.UUIDField(_("id"), primary_key=True)
    kind = models.CharField(_("kind"), max_length=20)
    version = models.PositiveIntegerField(_("version"), default=0)
    head_hash = models.CharField(_("hash of the newest event"), max_length=64, default=GENESIS)

    class Meta:
        verbose_name = _("stream")
        verbose_name_plural = _("streams")

    def __str__(self) -> str:
        return f"{self.kind} {self.id} @{self.version}"


_OF_STREAM: Any = {"on_delete": models.PROTECT, "verbose_name": _("stream")}


class StoredEvent(models.Model):
    """One event exactly as hashed; the database refuses to change or delete it."""

    id = models.BigAutoField(_("id"), primary_key=True)
    # The unique key below starts with the stream: an index of its own would only cost writes.
    stream = models.ForeignKey(Stream, related_name="events", db_index=False, **_OF_STREAM)
    version = models.PositiveIntegerField(_("version"))
    type = models.CharField(_("type"), max_length=80)
    schema = models.PositiveSmallIntegerField(_("schema"))
    payload = models.TextField(_("payload"))
    actor = models.CharField(_("actor"), max_length=80)
    recorded_at = models.CharField(_("recorded at"), max_length=27)
    request_key = models.CharField(_("request key"), max_length=200, blank=True, default="")
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="one_event_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id} @{self.version} {self.type}"


class Anchor(models.Model):
    """The head after one append call: the second place that shows a cut tail. Append-only too."""

    id = models.BigAutoField(_("id"), primary_key=True)
    stream = models.ForeignKey(Stream, related_name="anchors", db_index=False, **_OF_STREAM)
    version = models.PositiveIntegerField(_("version"))
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        verbose_name = _("anchor")
        verbose_name_plural = _("anchors")
        constraints = [
            models.UniqueConstraint(fields=["stream", "version"], name="one_anchor_per_version"),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id} @{self.version}"


class Request(models.Model):
    """An answered request: the same key and body get the first answer again."""

    id = models.BigAutoField(_("id"), primary_key=True)
    scope = models.CharField(_("scope"), max_length=120)
    key = models.CharField(_("request key"), max_length=200)
    body_digest = models.CharField(_("digest of the body"), max_length=64)
    # Nothing looks requests up by stream: an index would only cost writes.
    stream = models.ForeignKey(Stream, related_name="requests", db_index=False, **_OF_STREAM)
    first_version = models.PositiveIntegerField(_("first version"))
    last_version = models.PositiveIntegerField(_("last version"))

    class Meta:
        verbose_name = _("request")
        verbose_name_plural = _("requests")
        constraints = [
            models.UniqueConstraint(fields=["scope", "key"], name="one_answer_per_request_key"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"


class Queued(models.Model):
    """A row of a queue of record: when its task was last sent to the workers, and how often."""

    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)

    class Meta:
        abstract = True


class Outbox(Queued):
    """Work owed to a subscriber: the queue of record, deleted when the work is checkpointed."""

    id = models.UUIDField(_("id"), primary_key=True)
    topic = models.CharField(_("topic"), max_length=60)
    stream_id = models.UUIDField(_("stream"))
    version = models.PositiveIntegerField(_("version"))
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("outbox row")
        verbose_name_plural = _("outbox rows")

    def __str__(self) -> str:
        return f"{self.topic} {self.stream_id} @{self.version}"


class Checkpoint(models.Model):
    """How far one consumer has come in one stream."""

    id = models.BigAutoField(_("id"), primary_key=True)
    consumer = models.CharField(_("consumer"), max_length=60)
    stream_id = models.UUIDField(_("stream"))
    version = models.PositiveIntegerField(_("version"), default=0)

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        constraints = [
            models.UniqueConstraint(
                fields=["consumer", "stream_id"], name="one_checkpoint_per_consumer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.consumer} {self.stream_id} @{self.version}"


class Heartbeat(models.Model):
    """When a process of the deployment was last known to be alive."""

    name = models.CharField(_("name"), max_length=60, primary_key=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """Free text beside the log; the event holds its digest only, so the text can be erased."""

    id = models.BigAutoField(_("id"), primary_key=True)
    stream = models.ForeignKey(Stream, related_name="notes", **_OF_STREAM)
    version = models.PositiveIntegerField(_("version"))
    digest = models.CharField(_("digest"), max_length=64)
    text = models.TextField(_("text"), blank=True)
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [
            models.UniqueConstraint(
                fields=["stream", "version", "digest"], name="one_note_per_digest"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stream_id} @{self.version}"


class Import(models.Model):
    """Who brought a log in from elsewhere, and from where: said beside the log, never in it."""

    stream = models.OneToOneField(Stream, primary_key=True, related_name="imported", **_OF_STREAM)
    actor = models.CharField(_("actor"), max_length=80)
    imported_at = models.DateTimeField(_("imported at"))
    source = models.CharField(_("source"), max_length=200, blank=True)
    restored = models.BooleanField(
        _("from a backup"),
        default=False,
        help_text=_("It was written here or had come in before: a backup only brought it back."),
    )

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return f"{self.stream_id} {self.source}"


class Verification(models.Model):
    """What the last verification of a stream found."""

    stream = models.OneToOneField(
        Stream, primary_key=True, related_name="verification", **_OF_STREAM
    )
    version = models.PositiveIntegerField(_("version"))
    ok = models.BooleanField(_("intact"))
    problem = models.CharField(_("problem"), max_length=120, blank=True)
    checked_at = models.DateTimeField(_("checked at"))

    class Meta:
        verbose_name = _("verification")
        verbose_name_plural = _("verifications")

    def __str__(self) -> str:
        return f"{self.stream_id} @{self.version}: {self.problem or 'ok'}"
