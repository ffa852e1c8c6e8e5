"""A club's old list as the start of a ladder: a file or pasted text, mended where it is wrong."""

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.core.canonical import canonical_json, digest
from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.web.access import language
from replays.web.refusals import message_of
from replays.web.writing import envelope_of, seen_version
from tournaments.ladders.commands import StartList
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors.states import ladder_state
from tournaments.ladders.services.ladders import lead
from tournaments.ladders.web.editing import for_senders, form_page
from tournaments.ladders.web.forms import StartListForm
from tournaments.ladders.words import ladder_title
from tournaments.people.csv import LARGEST_FILE, decoded


@for_senders("start_list")
def start_list(request: HttpRequest, ladder: Ladder) -> HttpResponseBase:
    """Take a club's old list, from which players begin."""
    state = ladder_state(ladder.id)
    form = StartListForm(request.POST or None, request.FILES or None)
    wrong = ""
    if request.method == "POST" and form.is_valid():
        try:
            text = _list_text(form)
            envelope = envelope_of(request)
            # What a file holds is not among the fields that the key is made from.
            envelope = envelope.step(digest(canonical_json(text))[:32])
            lead(
                ladder_id=ladder.id,
                command=StartList(text=text),
                envelope=envelope,
                expected_version=seen_version(request) or None,
            )
        except (KaitenError, RuleViolation) as error:
            form = _with_text(request, form)
            form.add_error(None, message_of(error, None, language()))
            wrong = _line(form.data.get("text", ""), error.params.get("line"))
        else:
            messages.success(request, _("The list is imported; every match is recalculated."))
            return redirect("tournaments:ladder", ladder.id)
    context = {"form": form, "ladder": ladder, "title": ladder_title(ladder), "wrong": wrong}
    context["listed"] = len(state.starts)
    return form_page(request, "tournaments/ladders/starts.html", form, context)


def _list_text(form: StartListForm) -> str:
    upload = form.cleaned_data["file"]
    if upload is None:
        return str(form.cleaned_data["text"])
    if upload.size > LARGEST_FILE:
        raise KaitenError("file_too_large", 413, limit=LARGEST_FILE)
    return decoded(upload.read())


def _with_text(request: HttpRequest, form: StartListForm) -> StartListForm:
    """Return the form with the text of its file, so that it can be mended where it is wrong."""
    data = request.POST.copy()
    upload = form.cleaned_data["file"]
    if upload is not None and upload.size <= LARGEST_FILE:
        upload.seek(0)
        try:
            data["text"] = decoded(upload.read())
        except KaitenError:
            data["text"] = ""
    shown = StartListForm(data)
    shown.is_valid()
    return shown


def _line(text: str, number: object) -> str:
    """Return a line of a list as it stands there."""
    lines = text.splitlines()
    if not isinstance(number, int) or not 1 <= number <= len(lines):
        return ""
    return lines[number - 1]
