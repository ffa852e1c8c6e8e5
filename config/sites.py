"""The admin site."""

from collections.abc import Mapping
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from tournaments.people.web.sign_in import LoginView, StaffSignInForm

TECHNICAL = "technical"
SECTIONS: Mapping[str, tuple[str | Promise, tuple[str, ...]]] = {
    "people": (
        _("People"),
        ("Club", "Membership", "Player", "Box", "User", "ApiToken", "Group", "SecurityEvent"),
    ),
    "tournaments": (_("Tournaments"), ("Tournament",)),
    "seasons": (_("Seasons"), ("Season",)),
    "ladders": (_("Ladders"), ("Ladder", "LadderPlayer", "RatedMatch", "LadderNote")),
    "matches": (_("Matches"), ("Match", "Note", "Import")),
    "bots": (_("Bots"), ("Batch",)),
    TECHNICAL: (_("Technical"), ()),
}
"""The sections of the admin and the tables in each; what is in none is technical."""


class Site(AdminSite):
    """Kaiten's admin; it signs people in as the pages do: by the same counters, steps and words."""

    site_header = _("Kaiten: administration")
    site_title = _("Kaiten: administration")
    index_title = _("Administration of the club")
    login_form = StaffSignInForm

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # As Django's own, which would begin the session of whoever still owes a second step.
        index = reverse("admin:index", current_app=self.name)
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(index)
        asked = REDIRECT_FIELD_NAME in request.GET or REDIRECT_FIELD_NAME in request.POST
        context = {
            **self.each_context(request),
            "title": _("Log in"),
            "subtitle": None,
            "app_path": request.get_full_path(),
            "username": request.user.get_username(),
            **({} if asked else {REDIRECT_FIELD_NAME: index}),
            **(extra_context or {}),
        }
        request.current_app = self.name
        view: Any = LoginView.as_view(
            extra_context=context,
            authentication_form=self.login_form,
            template_name=self.login_template or "admin/login.html",
            redirect_authenticated_user=False,
        )
        answer: HttpResponse = view(request)
        return answer

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return what there is by noun, and last what only those need who look after a server."""
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        models = {model["object_name"]: model for app in apps for model in app["models"]}
        sections = [
            self._section(label, title, [models.pop(name) for name in names if name in models])
            for label, (title, names) in SECTIONS.items()
        ]
        sections[-1]["models"] = list(models.values())
        return [section for section in sections if section["models"]]

    def _section(self, label: str, title: str | Promise, models: list[Any]) -> dict[str, Any]:
        return {
            "name": title,
            "app_label": label,
            "app_url": f"{reverse('admin:index', current_app=self.name)}#{label}",
            "has_module_perms": True,
            "models": models,
        }
