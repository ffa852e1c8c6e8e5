"""The forms of the players' pages; what they hold is judged by the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.people.csv import LARGEST_FILE
from tournaments.people.models import Club, Display, Player, User
from tournaments.people.services.imports import Mode
from tournaments.people.services.names import LONGEST_NAME, LONGEST_NICKNAME, PersonName


class NameForm(forms.Form):
    """What a person is called, and how in public."""

    first_name = forms.CharField(label=_("First name"), max_length=LONGEST_NAME, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=LONGEST_NAME, required=False)
    nickname = forms.CharField(label=_("Nickname"), max_length=LONGEST_NICKNAME, required=False)
    display = forms.ChoiceField(
        label=_("Shown in public as"), choices=Display.choices, initial=Display.INITIAL
    )
    guest = forms.BooleanField(label=_("A guest for the evening"), required=False)
    confirm = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def name(self) -> PersonName:
        """Return the name as services take it."""
        data = self.cleaned_data
        return PersonName(data["first_name"], data["last_name"], data["nickname"], data["display"])


class AddForm(NameForm):
    """A new person of one of the clubs."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none())

    def __init__(self, clubs: list[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_clubs(self.fields["club"], clubs)


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
        fields = ("first_name", "last_name", "nickname", "display", "guest")
        initial = {name: getattr(player, name) for name in fields}
        return cls(initial=initial | {"account": player.user.username if player.user else ""})

    def clean_account(self) -> User | None:
        """Return the account of a user name."""
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


class UploadForm(forms.Form):
    """A list of players from a spreadsheet."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none())
    file = forms.FileField(
        label=_("CSV file"),
        help_text=_(
            "Columns: first name, last name, nickname, display, guest – in English or French."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}),
        allow_empty_file=True,
    )

    def __init__(self, clubs: list[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_clubs(self.fields["club"], clubs)


class ImportForm(forms.Form):
    """The same list, looked at and confirmed."""

    club = forms.ModelChoiceField(queryset=Club.objects.none())
    content = forms.CharField(max_length=2 * LARGEST_FILE)
    mode = forms.ChoiceField(choices=[(mode.value, mode.value) for mode in Mode])

    def __init__(self, clubs: list[Club], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_clubs(self.fields["club"], clubs)


def _offer_clubs(field: forms.Field, clubs: list[Club]) -> None:
    assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (every club field is one)
    field.queryset = Club.objects.filter(pk__in=[club.pk for club in clubs])
    field.empty_label = None
    if clubs:
        field.initial = clubs[0]
