"""The words of what batches of bot matches refuse."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: Mapping[str, str | Promise] = {
    "unknown_batch": _("There is no such batch of matches."),
    "batch_ended": _("This batch has ended already."),
    "background_saves_nothing": _("Matches in the background are stored, not saved as files."),
    "bad_seed": _("A seed is a whole number from 0 to %(limit)s."),
    "same_deal_needs_rotation": _(
        "The same deal in every rotation needs everybody to move on by one seat each match."
    ),
    "bad_option_text": _("“%(text)s” is not an option such as name=value."),
    "bad_match_count": _("From 1 to %(limit)s matches can be played at once."),
}
