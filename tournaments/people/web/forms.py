"""The forms of the players' pages; what they hold is judged by the services."""

import base64
import binascii
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.people.csv import LARGEST_FILE
from tournaments.people.models import Club, Display, Player, User
from tournaments.people.services.imports import Mode
from tournaments.people.services.names import (
    LONGEST_NAME,
    LONGEST_NICKNAME,
    NAME_PARTS,
    PersonName,
)


class NameForm(forms.Form):
    """What a person is called, and how in public."""

    first_name = forms.CharField(label=_("First name"), max_length=LONGEST_NAME, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=LONGEST_NAME, required=False)
    nickname = forms.CharField(label=_("Nickname"), max_length=LONGEST_NICKNAME, required=False)
    display = forms.ChoiceField(
        label=_("Shown in public as"), choices=Display.choices, initial=Display.INITIAL
    )
    minor = forms.BooleanField(
        label=_("A minor"),
        required=False,
        help_text=_("Never shown in public by their full name."),
    )
    guest = forms.BooleanField(label=_("A guest for the evening"), required=False)
    confirm = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def name(self) -> PersonName:
        return PersonName(**{part: self.cleaned_data[part] for part in NAME_PARTS})


class OfClub(forms.Form):
    """Something for one of the clubs that are offered."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)

    def __init__(self, clubs: list[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (declared just above)
        field.queryset = Club.objects.filter(pk__in=[club.pk for club in clubs])
        field.initial = next(iter(clubs), None)
        if len(clubs) == 1:
            field.widget = forms.HiddenInput()


class AddForm(OfClub, NameForm):
    """A new person of one of the clubs; the field for their name is ready to be typed into."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first_name", "last_name", "nickname"):
            self.fields[name].widget.attrs["autocomplete"] = "off"
        self.fields["first_name"].widget.attrs["autofocus"] = True


class EditForm(NameForm):
    """A person who is known already, and the account they sign in with."""

    account = forms.CharField(
        label=_("Account"),
        max_length=150,
        required=False,
        help_text=_("The user name this person signs in with, if they have an account."),
    )

    @classmethod
    def of(cls, player: Player) -> "EditForm":
        """Return the form filled with what is known."""
        initial = {name: getattr(player, name) for name in (*NAME_PARTS, "guest")}
        return cls(initial=initial | {"account": player.user.username if player.user else ""})

    def clean_account(self) -> User | None:
        username = self.cleaned_data["account"].strip()
        if not username:
            return None
        user = User.objects.filter(username=username).first()
        if user is None:
            raise forms.ValidationError(_("There is no such account."), code="unknown_user")
        return user


class MergeForm(forms.Form):
    """The player that this one turned out to be."""

    into = forms.ModelChoiceField(
        label=_("Merge into"), queryset=Player.objects.none(), empty_label=_("choose somebody")
    )

    def __init__(self, choices: list[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["into"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (declared just above)
        field.queryset = Player.objects.filter(pk__in=[player.pk for player in choices])


class ListForm(OfClub):
    """A list, pasted or as a file."""

    text = forms.CharField(
        label=_("Names, one a line"),
        required=False,
        strip=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("CSV file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}),
        allow_empty_file=True,
    )

    def content(self) -> bytes:
        """Return the file, or the lines that were pasted."""
        upload = self.cleaned_data["file"]
        if upload is None:
            return str(self.cleaned_data["text"]).encode()
        # One byte more than allowed is enough to be told that it is too much.
        content: bytes = upload.read(LARGEST_FILE + 1)
        return content


class PeopleForm(ListForm):
    """People to be added, however they are listed."""

    guests = forms.BooleanField(label=_("They are guests for the evening"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = _(
            "“Marie Dupont”, or “Marie Dupont, Nana” with a nickname. Cells of a spreadsheet can"
            " be pasted too."
        )
        self.fields["file"].label = _("or a CSV file")
        self.fields["file"].help_text = _(
            "From any spreadsheet, with the names of its columns or without."
        )


class ImportForm(OfClub):
    """The same list, looked at and confirmed."""

    content = forms.CharField(max_length=2 * LARGEST_FILE)
    mode = forms.ChoiceField(choices=[(mode.value, mode.value) for mode in Mode])
    guests = forms.BooleanField(required=False)
    seen = forms.CharField(max_length=400, required=False)
    """The layout that was looked at."""

    def clean_content(self) -> bytes:
        try:
            return base64.b64decode(self.cleaned_data["content"], validate=True)
        except (binascii.Error, ValueError):
            raise forms.ValidationError("lost") from None


class DaysForm(forms.Form):
    """For how long a link works."""

    days = forms.TypedChoiceField(
        label=_("It works for"),
        choices=[
            ("1", _("one day")),
            ("14", _("two weeks")),
            ("90", _("three months")),
        ],
        coerce=int,
        initial="14",
    )


class DisplayForm(forms.Form):
    """How a person wants to be called in public, among the names they have."""

    display = forms.ChoiceField(label=_("Shown in public as"))

    def __init__(self, player: Player, data: Any = None) -> None:
        super().__init__(data, initial={"display": player.display})
        missing = {Display.NICKNAME} if not player.nickname else set()
        if player.minor:
            missing.add(Display.FULL)
        self.fields["display"].choices = [  # type: ignore[attr-defined]
            (value, label) for value, label in Display.choices if value not in missing
        ]
