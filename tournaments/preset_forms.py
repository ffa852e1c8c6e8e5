"""Forms that begin with a few ready-made choices: the rest is folded away and filled by them.

With scripts choosing a preset fills the folded inputs at once. Without them the server does so
when the form is sent: what still stands as it was filled follows the preset, what somebody typed
stays.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AS_IT_IS = "as_it_is"
CHOICE, FILLED = "preset", "filled"
"""What was chosen, and what the inputs were filled by when the page was made."""


class FormPreset(NamedTuple):
    """A ready-made choice: what it is called, one sentence on it, what it fills in."""

    code: str
    name: str | Promise
    words: str | Promise
    values: Mapping[str, Any]


class PresetCard(NamedTuple):
    """A preset as a page offers it."""

    preset: FormPreset
    chosen: bool
    filling: str
    """What scripts fill in, as JSON: by input the values that it sends."""


class PresetForm(forms.Form):
    """A form with presets; what they fill are the values that its inputs begin with."""

    presets: ClassVar[Sequence[FormPreset]]
    unfolded: ClassVar[tuple[str, ...]]
    """The inputs that are asked for beside the presets."""

    @property
    def offered(self) -> list[FormPreset]:
        """The presets, and before them how things are if that is none of them."""
        if any(self._is_filled_by(preset) for preset in self.presets):
            return [*self.presets]
        values = {name: self.initial.get(name) for name in self.presets[0].values}
        now = FormPreset(AS_IT_IS, _("As it is"), _("Nothing changes but what you change."), values)
        return [now, *self.presets]

    @property
    def preset_cards(self) -> list[PresetCard]:
        chosen = self.chosen_preset.code
        return [
            PresetCard(preset, preset.code == chosen, json.dumps(self._sent(preset)))
            for preset in self.offered
        ]

    @property
    def chosen_preset(self) -> FormPreset:
        """What was sent, or what the inputs begin with."""
        offered = {preset.code: preset for preset in self.offered}
        begun = next((one for one in self.offered if self._is_filled_by(one)), self.offered[0])
        return offered.get(self.data.get(CHOICE, ""), begun)

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        return [field for field in self.visible_fields() if field.name not in self.unfolded]

    @property
    def is_wrong_inside(self) -> bool:
        """Whether something is wrong with what is folded away."""
        return any(field.errors for field in self.folded_fields)

    def full_clean(self) -> None:
        """Fill the inputs by the preset that was chosen, then look at them."""
        if self.is_bound:
            self._apply_preset()
        super().full_clean()

    def _apply_preset(self) -> None:
        known = {preset.code: self._sent(preset) for preset in self.offered}
        before = known.get(self.data.get(FILLED, ""))
        wanted = known.get(self.data.get(CHOICE, ""))
        if before is None or wanted is None or before == wanted:
            return
        sent = QueryDict(mutable=True)
        sent.update(self.data)
        for name, values in wanted.items():
            typed = [value for value in sent.getlist(name) if value]
            if self._values(name, typed) == before[name]:
                sent.setlist(name, values)
                if not values:
                    del sent[name]
        self.data = sent

    def _is_filled_by(self, preset: FormPreset) -> bool:
        return all(
            self._values(name, self.initial.get(name)) == values
            for name, values in self._sent(preset).items()
        )

    def _sent(self, preset: FormPreset) -> dict[str, list[str]]:
        """Return what the inputs would send if a preset had filled them."""
        return {name: self._values(name, value) for name, value in preset.values.items()}

    def _values(self, name: str, value: Any) -> list[str]:
        if isinstance(self.fields[name], forms.BooleanField):
            return ["on"] if value else []
        if isinstance(value, list | tuple):
            return [str(one) for one in value]
        return [] if value in (None, "") else [str(value)]
