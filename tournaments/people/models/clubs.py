from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _


def validate_time_zone(name: str) -> None:
    """Refuse a name that the IANA time zone database does not list."""
    if name not in available_timezones():
        raise ValidationError(
            _("“%(name)s” is not a time zone such as Europe/Paris."),
            code="unknown_time_zone",
            params={"name": name},
        )


class Club(models.Model):
    """A club: its players, its matches and the time zone its evenings are told in."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    time_zone = models.CharField(
        _("time zone"), max_length=60, default="UTC", validators=[validate_time_zone]
    )
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default="en"
    )
    created_at = models.DateTimeField(_("created"), editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
