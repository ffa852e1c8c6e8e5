"""Who holds the pen at a table: a row beside the log, never a part of it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from replays.models.store import Stream


class Pen(models.Model):
    """The one device from which a match at a table is recorded at the moment."""

    stream = models.OneToOneField(
        Stream,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="pen",
        verbose_name=_("stream"),
    )
    actor = models.CharField(_("actor"), max_length=80)
    device = models.UUIDField(_("device"), help_text=_("What a browser calls itself here."))
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("pen")
        verbose_name_plural = _("pens")

    def __str__(self) -> str:
        return f"{self.stream_id} {self.actor}"
