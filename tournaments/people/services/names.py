import unicodedata
from dataclasses import dataclass

from replays.errors import KaitenError
from tournaments.people.labels import search_label
from tournaments.people.models import Display, Player
from tournaments.people.names import search_name

LONGEST_NAME = 60
LONGEST_NICKNAME = 40
NAME_PARTS = ("first_name", "last_name", "nickname", "display", "minor")
NAME_COLUMNS = (*NAME_PARTS, "search_name", "search_label")


@dataclass(frozen=True, slots=True)
class PersonName:
    """What a person is called, and how in public."""

    first_name: str
    last_name: str = ""
    nickname: str = ""
    display: str = Display.INITIAL
    minor: bool = False


def call(player: Player, name: PersonName) -> None:
    """Give a player a clean name, and what searches look at with it."""
    player.first_name, player.last_name = name.first_name, name.last_name
    player.nickname, player.display, player.minor = name.nickname, name.display, name.minor
    index_names(player)


def index_names(player: Player) -> None:
    """Bring what searches look at up to date with the names of a player."""
    names = (player.first_name, player.last_name, player.nickname)
    player.search_label = search_label(player)
    player.search_name = player.search_label if player.bot else search_name(*names)


def clean_name(name: PersonName) -> PersonName:
    """Return a name fit to be stored, or raise `name_missing`, `name_too_long` and the like."""
    if name.display not in Display.values:
        raise KaitenError("unknown_display", known=", ".join(Display.values))
    tidy = PersonName(
        first_name=clean_text(name.first_name, field="first_name", limit=LONGEST_NAME),
        last_name=clean_text(name.last_name, field="last_name", limit=LONGEST_NAME),
        nickname=clean_text(name.nickname, field="nickname", limit=LONGEST_NICKNAME),
        display=name.display,
        minor=name.minor,
    )
    if not tidy.first_name and not tidy.nickname:
        raise KaitenError("name_missing")
    if tidy.display == Display.NICKNAME and not tidy.nickname:
        raise KaitenError("nickname_missing")
    return tidy


def clean_text(text: str, *, field: str, limit: int) -> str:
    """Return a one-line text without surplus spaces, or raise `name_not_text`, `name_too_long`."""
    # Spaces of every kind become one; what else has no shape (NUL, halves, overrides) is refused.
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Co"} for letter in tidy):
        raise KaitenError("name_not_text", field=field)
    if len(tidy) > limit:
        raise KaitenError("name_too_long", field=field, limit=limit)
    return tidy
