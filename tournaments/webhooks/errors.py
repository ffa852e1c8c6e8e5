"""The words of what webhooks refuse, and of what goes wrong on the way to a receiver."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MESSAGES: Mapping[str, str | Promise] = {
    "unknown_webhook": _("There is no such webhook."),
    "unknown_delivery": _("There is no such delivery."),
    "webhooks_off": _(
        "Webhooks are off: the operator of this server allows no address (KAITEN_WEBHOOK_HOSTS)."
    ),
    "webhook_bad_address": _("This is not an address such as https://hooks.example.org/kaiten."),
    "webhook_host_unknown": _("The name %(host)s cannot be found."),
    "webhook_not_allowed": _(
        "The operator of this server allows no webhooks to %(host)s (KAITEN_WEBHOOK_HOSTS)."
    ),
    "webhook_hears_nothing": _("Say what the receiver is to hear of."),
    "too_many_webhooks": _("A club may have %(limit)s webhooks at most."),
    "delivery_not_given_up": _("Only what was given up can be sent again."),
    # What goes wrong on the way
    "no_connection": _("Nobody answers at this address."),
    "receiver_slow": _("The receiver takes too long."),
    "bad_certificate": _("The certificate of the receiver is not valid for its name."),
    "bad_answer": _("What answers is not a web server."),
    "receiver_redirects": _("The receiver sends elsewhere; webhooks do not follow."),
    "receiver_refuses": _("The receiver answers that it did not take it."),
    "receiver_gone": _("The receiver answers that it is gone."),
}
