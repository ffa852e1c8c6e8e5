"""What an owner says of a receiver."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks.addresses import LONGEST
from tournaments.webhooks.models import Webhook, WebhookKind
from tournaments.webhooks.services.webhooks import Wanted


class WebhookForm(forms.Form):
    """Where a receiver is, and what it hears of."""

    address = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        help_text=_("Such as https://hooks.example.org/kaiten."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What it hears of"),
        choices=WebhookKind.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    inside = forms.BooleanField(label=_("The receiver belongs to the club"), required=False)

    def __init__(self, data: Any = None, webhook: Webhook | None = None) -> None:
        initial: dict[str, Any] = {"kinds": [WebhookKind.ROUNDS, WebhookKind.RESULTS]}
        if webhook is not None:
            initial = {name: getattr(webhook, name) for name in ("address", "kinds", "inside")}
        super().__init__(data, initial=initial)

    def wanted(self) -> Wanted:
        """Return what was said."""
        return Wanted(**self.cleaned_data)
