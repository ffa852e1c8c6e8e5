"""What pages of the admin share: nothing is deleted, and what follows a log is only added to."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.errors import RuleViolation
from replays.admin import Admin, NeverDeleted
from replays.envelope import Envelope
from replays.errors import KaitenError, refused
from replays.management.base import refusal_line
from replays.web.access import actor_of
from tournaments.commands import Catalogue
from tournaments.people.admin.struct_forms import CommandForm
from tournaments.people.admin.worlds import Sent, Word, World


def checked(check: Any, *args: Any, **kwargs: Any) -> Any:
    """Return what a check of the services returns; its refusal becomes the form's."""
    try:
        return check(*args, **kwargs)
    except KaitenError as error:
        raise ValidationError(error.message, code=error.code) from None


def envelope_of(request: HttpRequest, note: str = "") -> Envelope:
    """Return who writes, when and why; the admin sends no request key."""
    return Envelope(actor_of(request), datetime.now(UTC), note=note)


class CommandLink(NamedTuple):
    """A command by its title, and where its form is."""

    name: str
    title: str
    address: str


class CommandAdmin(NeverDeleted, Admin):
    """Rows that follow a log: begun here, then directed by actions and by the forms of commands."""

    command_template: ClassVar[str] = "tournaments/people/admin/command.html"
    catalogue: ClassVar[Catalogue[Any]]
    titles: ClassVar[Mapping[str, Word]]
    extras: ClassVar[Mapping[str, type[Any]]] = {}
    """What can be asked of a row that is no command of its stream, by name."""
    longest_reason: ClassVar[int] = 0
    """How long the reason of a command may be; 0: it takes none."""

    def world(self, row: Any, asked: Mapping[str, str]) -> AbstractContextManager[World]:
        """Lend what there is to choose from in a row; `asked` is what a form was opened for."""
        raise NotImplementedError

    def do(self, row: Any, command: Any, envelope: Envelope, version: int | None) -> object:
        """Do what a command says; with a version, only if that is still the newest."""
        raise NotImplementedError

    def preview(self, row: Any, world: Any, command: Any) -> Mapping[str, Any]:
        """Return what a page shows of what a command would change; empty: nothing is known."""
        return {}

    def shows_first(self, command: Any) -> bool:
        """Say whether a command is done only after its sender saw what it would change."""
        return False

    def title_of(self, row: Any) -> str:
        return str(row)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: a row is what the log says; commands add to the log."""
        return False

    def has_direct_permission(self, request: HttpRequest) -> bool:
        """Let those direct who may change such rows anywhere else."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.command_page)
        name = f"{self.opts.app_label}_{self.opts.model_name}_do"
        return [path("<uuid:row_id>/do/<slug:name>/", view, name=name), *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Offer every command on the page of a row that is there already."""
        row = kwargs.get("obj")
        if row is not None and self.has_direct_permission(request):
            context["commands"] = self.commands_of(row.pk)
        return super().render_change_form(request, context, *args, **kwargs)

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

    def title_of_command(self, name: str) -> str:
        return str(self.titles.get(name) or self.catalogue.named(name).summary())

    def struct_of(self, name: str) -> type[Any]:
        return self.extras.get(name) or self.catalogue.named(name)

    def commands_of(self, row_id: UUID) -> list[tuple[str, list[CommandLink]]]:
        """Return every command under the heading of its phase, in the order of the catalogue."""
        return [
            (
                gettext(section.title),
                [
                    CommandLink(
                        name, self.title_of_command(name), self.command_address(row_id, name)
                    )
                    for name in section.names()
                ],
            )
            for section in self.catalogue.sections
        ]

    def command_address(self, row_id: UUID, name: str) -> str:
        return reverse(
            f"admin:{self.opts.app_label}_{self.opts.model_name}_do", args=[row_id, name]
        )

    def change_address(self, row_id: UUID) -> str:
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[row_id])

    def command_page(self, request: HttpRequest, row_id: UUID, name: str) -> HttpResponse:
        """Show the form of a command, what it would change, or do it."""
        if not self.has_direct_permission(request):
            raise PermissionDenied
        if name not in (*self.catalogue.names(), *self.extras):
            raise Http404
        row = get_object_or_404(self.model, pk=row_id)
        asked = _asked(request)
        with self.world(row, asked) as world:
            form = self._form(request, name, world)
            command = _read(form, self.struct_of(name)) if form.is_bound else None
            shown = self._shown(request, row, world, form, command)
            if command is None or shown or form.errors:
                return self._page(request, row, name, form, shown)
        try:
            done = self.do(row, command, envelope_of(request, form.reason), _version(request))
        except (KaitenError, RuleViolation) as refusal:
            with self.world(row, asked) as world:
                form = self._form(request, name, world)
                form.is_valid()
                form.add_error(None, ValidationError(refusal_line(refusal)))
                return self._page(request, row, name, form, {})
        messages.success(request, self.answer(name, done))
        return HttpResponseRedirect(self.change_address(row.pk))

    def answer(self, name: str, _done: object) -> str:
        """Return what is said of a command that was done."""
        return _("%(command)s: done.") % {"command": self.title_of_command(name)}

    def _form(self, request: HttpRequest, name: str, world: World) -> CommandForm:
        struct = self.struct_of(name)
        posted = request.POST if request.method == "POST" else None
        sent = Sent(posted, request.FILES or None, start=world.start(struct, _asked(request)))
        return CommandForm(struct, world, sent, reason=self.longest_reason)

    def _shown(
        self, request: HttpRequest, row: Any, world: World, form: CommandForm, command: Any
    ) -> Mapping[str, Any]:
        """Return what a command would change, if that is to be seen before it is done."""
        first = self.shows_first(command) and "seen" not in request.POST
        if command is None or not ("preview" in request.POST or first):
            return {}
        try:
            return {"preview": self.preview(row, world, command)}
        except (KaitenError, RuleViolation) as refusal:
            form.add_error(None, ValidationError(refusal_line(refusal)))
            return {}

    def _page(
        self, request: HttpRequest, row: Any, name: str, form: CommandForm, shown: Mapping[str, Any]
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.title_of_command(name),
            "subtitle": self.title_of(row),
            "row": row,
            "form": form,
            "sections": form.sections(),
            "previews": type(self).preview is not CommandAdmin.preview,
            "back": self.change_address(row.pk),
            **shown,
        }
        return TemplateResponse(request, self.command_template, context).render()


def _asked(request: HttpRequest) -> dict[str, str]:
    return (request.POST if request.method == "POST" else request.GET).dict()


def _version(request: HttpRequest) -> int | None:
    """Return the version for which somebody saw what a command would change."""
    seen = request.POST.get("seen", "")
    return int(seen) if seen.isdigit() and len(seen) < 12 else None


def _read(form: CommandForm, struct: type[Any]) -> Any:
    """Return the command that a form says, or None with what is wrong with it beside its inputs."""
    if not form.is_valid():
        return None
    try:
        return msgspec.convert(form.value(), struct, strict=False)
    except msgspec.ValidationError as error:
        violation = RuleViolation("malformed_command", command=struct.__name__, detail=str(error))
        form.add_error(None, ValidationError(refusal_line(refused(violation))))
        return None
