"""The Celery application; `celery -A config worker` and `celery -A config beat` find it here."""

import os
from typing import Any

from celery import Celery, signals
from django.core.exceptions import ImproperlyConfigured

from config import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

broker.install()
app = Celery("kaiten")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Static on purpose: all these tasks may run twice at once, so nothing has to remember the last run.
# What was not taken up before its next turn is dropped: the next turn does the same work.
# The heartbeat first: whoever asks after a start should not wait for the sweeps.
app.conf.beat_schedule = {
    "heartbeat": {"task": "replays.tasks.heartbeat", "schedule": 15.0, "options": {"expires": 15}},
    "sweep": {"task": "replays.tasks.sweep", "schedule": 60.0, "options": {"expires": 60}},
    "batches": {
        "task": "tournaments.tasks.sweep_batches",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "ladders": {
        "task": "tournaments.tasks.sweep_ladders",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "webhooks": {
        "task": "tournaments.tasks.sweep_webhooks",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "resets": {
        "task": "tournaments.tasks.sweep_resets",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
}


@signals.celeryd_init.connect(weak=False)
def _refuse_unsafe_start(**kwargs: Any) -> None:
    from config.startup import refuse_unsafe_start

    app.loader.import_default_modules()
    try:
        refuse_unsafe_start()
    except ImproperlyConfigured as error:
        # Celery logs what a receiver raises and goes on; only an exit stops the worker.
        raise SystemExit(f"kaiten: {error}") from error


@signals.worker_ready.connect(weak=False)
def _catch_up(**kwargs: Any) -> None:
    for entry in app.conf.beat_schedule.values():
        app.send_task(entry["task"], **entry["options"])
