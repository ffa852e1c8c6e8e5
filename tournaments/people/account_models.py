"""What keeps accounts safe: one-time links, second factors, and the trace of what happened."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from replays.models import Queued


class Purpose(models.TextChoices):
    """What a one-time link is good for."""

    PASSWORD = "password", _("set a new password")
    CLAIM = "claim", _("say which player one is")
    SETUP = "setup", _("set up a club of one's own")


class OneTimeLink(models.Model):
    """A link that opens one thing once. The secret itself is shown once and kept nowhere."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    purpose = models.CharField(_("purpose"), max_length=20, choices=Purpose)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="one_time_links",
        verbose_name=_("account"),
    )
    player = models.ForeignKey(
        "tournaments.Player",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="one_time_links",
        verbose_name=_("player"),
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.CharField(_("made by"), max_length=60)
    created_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"))
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("one-time link")
        verbose_name_plural = _("one-time links")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()} ({self.id})"


class PasswordRequest(Queued):
    """Somebody forgot a password: the queue of record of mails, whoever the name belongs to."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    name = models.CharField(_("user name or e-mail address"), max_length=254)
    language = models.CharField(_("language"), max_length=8)
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("request for a new password")
        verbose_name_plural = _("requests for a new password")

    def __str__(self) -> str:
        return str(self.id)


class SecondFactor(models.Model):
    """The key of an account's code generator; it counts from the moment it was confirmed."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="second_factor",
        verbose_name=_("account"),
    )
    # In plain text: whoever checks a code has to know it. Shown only until it is confirmed.
    secret = models.CharField(max_length=64, editable=False)
    # Of the last code that was right: no code works twice.
    last_step = models.BigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(_("created"))
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")

    def __str__(self) -> str:
        return str(self.id)


class RecoveryCode(models.Model):
    """A code on paper for whoever has lost the generator; each works once."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    factor = models.ForeignKey(
        SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    digest = models.CharField(max_length=64, editable=False)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        constraints = [
            models.UniqueConstraint(fields=["factor", "digest"], name="one_row_per_recovery_code")
        ]

    def __str__(self) -> str:
        return str(self.id)


class SecurityKind(models.TextChoices):
    """What can happen to an account that its owner should know of."""

    NEW_DEVICE = "new_device", _("logged in with a new browser")
    PASSWORD_CHANGED = "password_changed", _("password changed")
    PASSWORD_RESET = "password_reset", _("new password set by a link")
    EMAIL_CHANGED = "email_changed", _("e-mail address changed")
    LINK_MADE = "link_made", _("link to set a new password made")
    LINK_MAILED = "link_mailed", _("link to set a new password sent by e-mail")
    LINKS_REVOKED = "links_revoked", _("links to set a new password revoked")
    TOKEN_MADE = "token_made", _("API token made")
    TOKEN_REVOKED = "token_revoked", _("API token revoked")
    TOKENS_REVOKED = "tokens_revoked", _("API tokens revoked")
    CODE_REFUSED = "code_refused", _("right password, but wrong codes")
    FACTOR_ON = "factor_on", _("second factor switched on")
    FACTOR_OFF = "factor_off", _("second factor switched off")
    RECOVERY_USED = "recovery_used", _("recovery code used")
    RECOVERY_RENEWED = "recovery_renewed", _("new recovery codes made")


class SecurityEvent(models.Model):
    """One line of an account's trace: only added to, and it names no secret."""

    id = models.UUIDField(_("id"), primary_key=True, editable=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="security_events",
        verbose_name=_("account"),
    )
    kind = models.CharField(_("what happened"), max_length=20, choices=SecurityKind)
    actor = models.CharField(_("by"), max_length=60, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        ordering = ["-at", "id"]
        indexes = [models.Index(fields=["account", "-at"], name="security_of_account")]

    def __str__(self) -> str:
        return self.get_kind_display()
