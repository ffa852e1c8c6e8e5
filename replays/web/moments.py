"""Days and hours as a form asks for them: by the clock of the club."""

from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from replays import ports


class MomentField(forms.DateTimeField):
    """A day and a time, typed as the clock on a wall shows them."""

    def __init__(self, *, zone: str, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, required=False, **kwargs)
        self.zone = ZoneInfo(zone)

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(self.zone):
            return super().to_python(value)


def end_field(club_id: UUID) -> MomentField:
    """Return the field that asks when a match was over."""
    zone = ports.people().time_zone(club_id)
    return MomentField(
        zone=zone,
        label=_("When was it over?"),
        help_text=_("Leave it empty if it has just ended. Time zone: %(zone)s.") % {"zone": zone},
    )


class EndForm(forms.Form):
    """When a match was over, where nothing else is asked by a form."""

    def __init__(self, *args: Any, club_id: UUID, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ended_at"] = end_field(club_id)
