"""What pages of the admin share: nothing is deleted, and what follows a log is only added to."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.admin import Admin, NeverDeleted
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.management.base import refusal_line
from replays.web.access import actor_of


def checked(check: Any, *args: Any, **kwargs: Any) -> Any:
    """Return what a check of the services returns; its refusal becomes the form's."""
    try:
        return check(*args, **kwargs)
    except KaitenError as error:
        raise ValidationError(error.message, code=error.code) from None


def envelope_of(request: HttpRequest, note: str = "") -> Envelope:
    """Return who writes, when and why; the admin sends no request key."""
    return Envelope(actor_of(request), datetime.now(UTC), note=note)


class CommandForms(NamedTuple):
    """What the page of commands shows, and what is to be done if a form of it was sent."""

    forms: Mapping[str, forms.Form]
    work: Callable[[], object] | None
    """None where nothing valid was sent, or it is shown first what it would change."""
    context: Mapping[str, Any] = {}


class CommandAdmin(NeverDeleted, Admin):
    """Rows that follow a log: begun here, then directed by actions and on a page of commands."""

    command_template: ClassVar[str]

    def command_forms(self, request: HttpRequest, row: Any, sent: str) -> CommandForms:
        """Return the forms of the page of commands, the one named `sent` bound."""
        raise NotImplementedError

    def title_of(self, row: Any) -> str:
        return str(row)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: a row is what the log says; the page of commands adds to the log."""
        return False

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Let those direct who may change such rows anywhere else."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.direct_page)
        name = f"{self.opts.app_label}_{self.opts.model_name}_direct"
        return [path("<uuid:row_id>/direct/", view, name=name), *super().get_urls()]

    def each(
        self, request: HttpRequest, chosen: QuerySet[Any], work: Callable[[UUID], object]
    ) -> None:
        """Do something to every chosen row; say of each what came of it, or why nothing did."""
        for row in chosen:
            try:
                done = work(row.pk)
            except (KaitenError, RuleViolation) as refusal:
                messages.error(request, f"{self.title_of(row)}: {refusal_line(refusal)}")
            else:
                words = done if isinstance(done, str) else _("Done.")
                messages.success(request, f"{self.title_of(row)}: {words}")

    def direct_page(self, request: HttpRequest, row_id: UUID) -> HttpResponse:
        """Show the forms of what can be done to a row, and do what one of them says."""
        if not self.has_direct_permission(request):
            raise PermissionDenied
        row = get_object_or_404(self.model, pk=row_id)
        sent = request.POST.get("form", "")
        command = self.command_forms(request, row, sent)
        if command.work is not None:
            try:
                command.work()
            except (KaitenError, RuleViolation) as refusal:
                command.forms[sent].add_error(None, ValidationError(refusal_line(refusal)))
            else:
                messages.success(request, _("Done."))
                return HttpResponseRedirect(request.path)
        change = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Direct “%(title)s”") % {"title": self.title_of(row)},
            "forms": command.forms,
            "back": reverse(change, args=[row.pk]),
            **command.context,
        }
        return TemplateResponse(request, self.command_template, context)
