"""How a player is called in public: first name and initial, unless they chose otherwise."""

from django.utils.translation import gettext as _

from tournaments.people.models import Display, Kind, Player
from tournaments.people.names import fold

BOT_SUFFIX = " (bot)"
"""How the label of a bot ends in English, as files have it."""


def public_label(player: Player) -> str:
    """Return the public name of a player in the active language."""
    if player.kind == Kind.BOT:
        return _marked(_of_bot(player))
    return _of_person(player) or _("Somebody")


def bot_public_label(bot: str) -> str:
    """Return the public name that a bot has as a player, made or not, in the active language."""
    return _marked(bot_name(bot))


def search_label(player: Player) -> str:
    """Return what a visitor's search looks at: the public name, the same in every language."""
    return fold(_of_bot(player) if player.kind == Kind.BOT else _of_person(player))


def bot_name(bot: str) -> str:
    return bot.replace("_", " ").capitalize()


def _marked(name: str) -> str:
    return _("%(name)s (bot)") % {"name": name}


def _of_bot(player: Player) -> str:
    return player.nickname or bot_name(player.bot)


def _of_person(player: Player) -> str:
    if player.display == Display.NICKNAME and player.nickname:
        return player.nickname
    if player.display == Display.FULL:
        return f"{player.first_name} {player.last_name}".strip() or player.nickname
    return _initialled(player) or player.nickname


def _initialled(player: Player) -> str:
    initial = player.last_name[:1].upper()
    if not player.first_name:
        return f"{initial}." if initial and not player.nickname else ""
    return f"{player.first_name} {initial}." if initial else player.first_name
