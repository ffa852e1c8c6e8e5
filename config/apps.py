import logging

from django.apps import AppConfig
from django.contrib.admin import apps as admin

logger = logging.getLogger(__name__)


class PlatformConfig(AppConfig):
    """Binds the Celery application and the start-up checks of the deployment."""

    name = "config"

    def ready(self) -> None:
        """Make the Celery application the one `shared_task` finds, and register the checks."""
        from config import celery, checks
        from games.registry import left_out

        celery.app.set_default()
        checks.register_all()
        for game in left_out():
            logger.warning("left out: %s", checks.told(game))


class AdminConfig(admin.AdminConfig):
    """Django's admin behind the same guarded sign-in as the pages."""

    default_site = "config.sites.Site"
