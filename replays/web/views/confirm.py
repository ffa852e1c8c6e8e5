"""Agreeing to a result: on the phone that is passed round, or on one's own."""

from functools import partial

from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from games.core.errors import RuleViolation
from replays import actions
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.confirming import confirm_result
from replays.web.access import is_swap, language
from replays.web.refusals import message_of
from replays.web.views.record import Recording
from replays.web.writing import arguments_of, number


class Confirm(Recording):
    """Say for one seat that the result is right."""

    http_method_names = ["post"]
    action = actions.CONFIRM

    def answer(self) -> HttpResponseBase:
        """Write it, and show the recorder again or go back to the match."""
        seat = number(self.request.POST.get("seat"), default=self.match.seats)
        if self.hand is not None and seat not in self.hand:
            return self.refuse(KaitenError("not_your_seat", 422, seat=seat))
        service = partial(confirm_result, seat=seat, together=True)
        if is_swap(self.request):
            return self.written(service)
        try:
            service(**arguments_of(self.request, self.match.pk))
        except (KaitenError, RuleViolation) as error:
            return self.refuse(error)
        return self.back()

    def take_up(self, _envelope: Envelope) -> None:
        """Agreeing takes no pen: each may do so on their own phone."""

    def refuse(self, error: KaitenError | RuleViolation) -> HttpResponseBase:
        """Tell why nothing was written, where the form was."""
        if is_swap(self.request):
            return self.show(refused=error)
        messages.error(self.request, message_of(error, None, language()))
        return self.back()

    def back(self) -> HttpResponseBase:
        """Return to the page that the form stood on."""
        page = "record" if "record" in self.request.GET else "match"
        return redirect(f"replays:{page}", self.match.pk)
