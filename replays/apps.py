from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ReplaysConfig(AppConfig):
    """The event store, matches and their records."""

    name = "replays"
    verbose_name = _("Matches and their log")

    def ready(self) -> None:
        """Protect the log, and connect what hears about appended events."""
        from replays import append_only, checks, projections, subscriptions
        from replays.live import changes, pens, spectators, wakeups
        from replays.services import verify

        post_migrate.connect(
            append_only.install_after_migrate, sender=self, dispatch_uid=checks.__name__
        )
        # Outside: on SQLite the transaction of a checkpoint would hold up every other writer for
        # as long as a log takes to be read and recomputed.
        subscriptions.subscribe("verify", verify.ENDINGS, verify.verify_in_background, outside=True)
        subscriptions.on_wakeup(wakeups.wake)
        changes.register_subject("match", spectators.mark)
        changes.register_subject("recorder", pens.recorder_mark, noun="match")
        wakeups.register_marks("pens", pens.since_of)
        projections.register()
