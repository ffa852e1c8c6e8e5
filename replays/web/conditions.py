"""Inputs that matter only with one choice of another input of the same form."""

from collections.abc import Mapping
from typing import Any

from django import forms


class ConditionalForm(forms.Form):
    """A form in which an input that is not asked for has no say: hidden means default.

    Scripts hide such an input and send nothing of it; without scripts it is there and sends
    whatever it shows. Either way it is left out of `cleaned_data`, and nothing is wrong with it.
    """

    whens: Mapping[str, tuple[str, str]] = {}
    """Input → another input that comes before it, and the choice of that one that it needs."""

    def clean(self) -> dict[str, Any]:
        """Forget what was sent for inputs that are not asked for, and what is wrong with it."""
        data = super().clean() or self.cleaned_data
        for name in self.whens:
            if not self.asks_for(name):
                self.errors.pop(name, None)
                data.pop(name, None)
                self._show_default(name)
        return data

    def asks_for(self, name: str) -> bool:
        """Say whether an input of a form that was sent matters with what was chosen beside it."""
        other, choice = self.whens.get(name, ("", ""))
        return other not in self.fields or self.cleaned_data.get(other) == choice

    def when(self, name: str) -> str:
        """Return the condition of an input as scripts read it; empty if it has none."""
        return "=".join(self.whens.get(name, ()))

    def _show_default(self, name: str) -> None:
        """Let an input that was not sent show its default again, should it be chosen later.

        Only scripts keep an input from being sent, and they enable it again.
        """
        field = self.fields[name]
        sent = self.data, self.files, self.add_prefix(name)
        field.disabled = field.widget.value_omitted_from_data(*sent)
