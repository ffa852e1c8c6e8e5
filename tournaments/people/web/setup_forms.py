"""The form with which a club of one's own begins."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import SetPasswordMixin
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy as _

from replays.errors import KaitenError
from tournaments.people.errors import MESSAGES
from tournaments.people.models import Club, User, time_zone_places
from tournaments.people.services.clubs import SLUG, ClubDetails
from tournaments.people.services.imports import ImportRow, RowStatus, preview_names

if TYPE_CHECKING:
    _PasswordFields: Any = object
else:
    _PasswordFields = SetPasswordMixin

LONGEST_NAMES = 100_000
MOST_TOLD = 10
FIELD_OF = {
    "club_name_missing": "name",
    "name_too_long": "name",
    "name_not_text": "name",
    "bad_slug": "slug",
    "slug_taken": "slug",
    "time_zone_missing": "time_zone",
    "unknown_time_zone": "time_zone",
    "username_taken": "username",
    "username_refused": "username",
    "password_refused": "password1",
}
"""Beside which field a refusal is told."""

_first, _second = SetPasswordMixin.create_password_fields(
    label1=_("Password"), label2=_("Password again")
)
for _field in (_first, _second):
    # The page lists the rules itself. What was typed stays in the page and is never sent back.
    _field.help_text, _field.required = "", False
    _field.widget.attrs["hx-preserve"] = "true"


def _check_slug(text: str) -> None:
    if not SLUG.fullmatch(text):
        raise forms.ValidationError(str(MESSAGES["bad_slug"]), "bad_slug")


def _zones() -> list[Any]:
    """Return the choices of a time zone: nothing is chosen until somebody or their device does."""
    areas = [
        (area, [(name, name.partition("/")[2].replace("_", " ")) for name in names])
        for area, names in time_zone_places().items()
    ]
    return [("", _("Choose…")), *areas, (_("Other"), [("UTC", "UTC")])]


class SetupForm(_PasswordFields, forms.Form):  # type: ignore[misc]
    """A club, its first account, its people."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_(
            "Shown in the terminal where Kaiten was started; “manage.py setup” prints a new one."
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "code",
            }
        ),
    )
    name = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    slug = forms.CharField(
        label=_("Short name"),
        validators=[_check_slug],
        max_length=60,
        required=False,
        help_text=_(
            "For addresses: small letters, digits and hyphens. Left empty, the name makes it."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zones,
        help_text=_("When the club’s days begin and end."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Of the club’s files and messages. Pages speak that of whoever reads them."),
    )
    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password1 = _first
    password2 = _second
    names = forms.CharField(
        label=_("Your people, one a line"),
        max_length=LONGEST_NAMES,
        required=False,
        strip=False,
        help_text=_(
            "“Marie Dupont”, or “Marie Dupont, Nana” with a nickname. More can be added later."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    remove_demo = forms.BooleanField(label=_("Remove the demo club"), required=False, initial=True)

    def __init__(
        self,
        data: Any = None,
        *,
        owner: User | None,
        needs_code: bool,
        demo: Club | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.owner = owner
        self.doubtful: list[ImportRow] = []
        if not needs_code:
            del self.fields["code"]
        if demo is None:
            del self.fields["remove_demo"]
        if owner is None:
            for name in ("username", "password1", "password2"):
                self.fields[name].required = True

    def clean_names(self) -> str:
        """Say of every line that is no name what is wrong with it."""
        names: str = self.cleaned_data["names"]
        try:
            rows = preview_names(text=names).rows
        except KaitenError as error:
            raise forms.ValidationError(error.message, error.code) from None
        wrong = [row for row in rows if row.status == RowStatus.ERROR]
        if wrong:
            raise forms.ValidationError([f"{row.line}: {row.detail}" for row in wrong[:MOST_TOLD]])
        self.doubtful = [row for row in rows if row.status != RowStatus.NEW]
        return names

    def clean(self) -> dict[str, Any]:
        """Judge the password of a new account as every password is."""
        cleaned = super().clean() or {}
        if self.makes_account:
            for name in ("password1", "password2"):
                if not cleaned.get(name) and not self.has_error(name):
                    self.add_error(name, self.fields[name].error_messages["required"])
            self.validate_passwords("password1", "password2")
            self.validate_password_for_user(User(username=cleaned.get("username", "")), "password2")
        return cleaned

    @property
    def makes_account(self) -> bool:
        """Whether the club gets a new account, and not that of whoever is logged in."""
        return self.owner is None or bool(self.cleaned_data.get("username"))

    @property
    def account_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("username", "password1", "password2")]

    def details(self) -> ClubDetails:
        """Return what the club says of itself."""
        cleaned = self.cleaned_data
        return ClubDetails(
            name=cleaned["name"],
            slug=cleaned["slug"],
            time_zone=cleaned["time_zone"],
            language=cleaned["language"],
        )

    def refuse_code(self, words: str) -> None:
        """Say of the code alone that it does not work: nothing else is looked at then."""
        self.cleaned_data = {}
        self._errors = ErrorDict({"code": self.error_class([words], renderer=self.renderer)})

    def refuse(self, error: KaitenError) -> None:
        """Tell a refusal beside the field it is about."""
        if error.code == "setup_code_wrong":
            self.refuse_code(error.message)
        else:
            self.add_error(FIELD_OF.get(error.code), error.message)
