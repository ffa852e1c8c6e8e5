"""The words of what backups refuse."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: Mapping[str, str | Promise] = {
    "not_a_backup": _("This is not a backup of Kaiten."),
    "backup_damaged": _("The backup is damaged: %(part)s is not what its digest says."),
    "backup_newer": _("This backup was written by a newer version (%(format)s)."),
    "backup_incomplete": _("The backup is incomplete: %(part)s is missing."),
    "backup_inconsistent": _("The backup contradicts itself: %(part)s."),
    "backup_illegal": _("The log %(stream)s is not legal at version %(version)s: %(reason)s."),
    "backup_conflict": _("Something of this backup is here already under another name."),
    "club_exists": _("The club of this backup is here already, with other content."),
    "file_exists": _("The file %(file)s exists already."),
}
