from django.apps import AppConfig


class PlatformConfig(AppConfig):
    """Binds the Celery application and the start-up checks of the deployment."""

    name = "config"

    def ready(self) -> None:
        """Make the Celery application the one `shared_task` finds, and register the checks."""
        from config import celery, checks

        celery.app.set_default()
        checks.register_all()
