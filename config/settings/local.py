"""`make run`: one process, one SQLite file, reachable from the phones on the same network."""

from config import environment, local_hosts
from config.database_url import database_from_url
from config.local_secret import local_secret
from config.settings.base import *  # noqa: F403  (a settings module is the sum of its layers)
from config.settings.base import BASE_DIR, OFFLINE, PORT, SITE_URL, VAR_DIR

VAR_DIR.mkdir(parents=True, exist_ok=True)

# Off by default: guests on the club's network are not shown tracebacks.
DEBUG = environment.flag("KAITEN_DEBUG", default=False)
SECRET_KEY = environment.text("SECRET_KEY", "") or local_secret(VAR_DIR / "secret_key")

ALLOWED_HOSTS = [*local_hosts.names(), *environment.words("ALLOWED_HOSTS", "")]
CSRF_TRUSTED_ORIGINS = local_hosts.origins(ALLOWED_HOSTS, port=PORT)

SITE_URL = SITE_URL or f"http://{local_hosts.lan_address() or 'localhost'}:{PORT}"

DATABASES = {
    "default": database_from_url(
        environment.text("DATABASE_URL", "sqlite:///var/kaiten.sqlite3"), base_dir=BASE_DIR
    )
}

# One process by default, on Redis too; KAITEN_EMBEDDED_WORKER=0 leaves work to `celery worker`.
EMBEDDED_WORKER = environment.flag("KAITEN_EMBEDDED_WORKER", default=True)
FETCH_OFFLINE = OFFLINE
