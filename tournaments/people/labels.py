"""How a player is called in public: first name and initial, unless they chose otherwise.

Whoever hides their name is a number made from their id; minors never appear by their full name.
"""

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.people.models import Display, Kind, Player
from tournaments.people.names import fold

BOT_SUFFIX = " (bot)"
"""How the label of a bot ends in English, as files have it."""


def public_label(player: Player) -> str:
    """Return the public name of a player in the active language."""
    if player.kind == Kind.BOT:
        return _marked(_of_bot(player))
    if player.display == Display.HIDDEN:
        return _("Player %(code)s") % {"code": code_of(player.id)}
    return _of_person(player) or _("Somebody")


def code_of(player_id: UUID) -> str:
    """Return the short number by which somebody is told apart who shows no name."""
    return player_id.hex[:4].upper()


def bot_public_label(bot: str) -> str:
    """Return the public name that a bot has as a player, made or not, in the active language."""
    return _marked(bot_name(bot))


def search_label(player: Player) -> str:
    """Return what a visitor's search looks at: the public name, the same in every language."""
    if player.kind == Kind.BOT:
        return fold(_of_bot(player))
    hidden = player.display == Display.HIDDEN
    return fold(code_of(player.id) if hidden else _of_person(player))


def shared_parts(player: Player) -> tuple[str, str, str, str]:
    """Return first name, last name, nickname and display as other clubs may have them.

    Of whom hides their name nothing is handed on, of a minor no last name.
    """
    if player.display == Display.HIDDEN:
        return "", "", "", Display.HIDDEN
    if player.minor:
        return "", "", _of_person(player), Display.NICKNAME
    return player.first_name, player.last_name, player.nickname, player.display


def bot_name(bot: str) -> str:
    return bot.replace("_", " ").capitalize()


def _marked(name: str) -> str:
    return _("%(name)s (bot)") % {"name": name}


def _of_bot(player: Player) -> str:
    return player.nickname or bot_name(player.bot)


def _of_person(player: Player) -> str:
    nickname = _nickname(player)
    if player.display == Display.NICKNAME and nickname:
        return nickname
    if player.display == Display.FULL and not player.minor:
        return f"{player.first_name} {player.last_name}".strip() or nickname
    return _initialled(player) or nickname


def _initialled(player: Player) -> str:
    first, last = player.first_name, player.last_name
    if player.minor and not last:
        # Whoever typed a whole name into one field typed it there.
        first, last = _apart(first)
    initial = last[:1].upper()
    if not first:
        return f"{initial}." if initial and not player.nickname else ""
    return f"{first} {initial}." if initial else first


def _nickname(player: Player) -> str:
    """Return the nickname, of a minor only as far as it tells no last name."""
    if not player.minor:
        return player.nickname
    if player.last_name:
        told = set(fold(player.last_name).split()) & set(fold(player.nickname).split())
        return "" if told else player.nickname
    first, last = _apart(player.nickname)
    return f"{first} {last[:1].upper()}." if last else first


def _apart(text: str) -> tuple[str, str]:
    """Return the first word of a text and the last of several."""
    words = text.split()
    return words[0] if words else "", words[-1] if len(words) > 1 else ""
