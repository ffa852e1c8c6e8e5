from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.people.models.clubs import Club


class Scope(models.TextChoices):
    READ = "read", _("read")
    WRITE = "write", _("write")
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
