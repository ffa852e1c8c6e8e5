"""What is behind a link that asks for an account: the one somebody has, or a new one."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.people.models import User

if TYPE_CHECKING:
    _CreationForm = UserCreationForm[User]
else:
    _CreationForm = UserCreationForm

REFUSED = 422


class AccountForm(_CreationForm):
    """An account of one's own, made with a link in hand."""

    class Meta:
        model = User
        fields = ("username",)


def ask_who(
    request: HttpRequest, template: str, context: Mapping[str, Any], use: Callable[[User], object]
) -> HttpResponse | None:
    """Show the page of a link until its holder confirms it with an account; None once it is used.

    Whoever makes an account there is logged in; what `use` refuses leaves no account behind.
    """
    user = request.user if isinstance(request.user, User) else None
    form = None if user is not None else AccountForm(request.POST or None)
    context = {**context, "form": form, "here": request.path}
    if request.method != "POST":
        return render(request, template, context)
    if form is not None and not form.is_valid():
        return render(request, template, context, status=REFUSED)
    with transaction.atomic():
        account = user or (form.save() if form is not None else None)
        assert account is not None  # noqa: S101  (who is not logged in has sent the form)
        use(account)
    if user is None:
        login(request, account)
    return None
