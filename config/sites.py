"""The admin site."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse

from tournaments.people.web.sign_in import StaffSignInForm, guarded


class Site(AdminSite):
    """Signs people in as the pages do: by the same counters, with the same words."""

    login_form = StaffSignInForm

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        answer: HttpResponse = guarded(super().login)(request, extra_context)
        return answer
