"""Production: everything from the environment, nothing assumed; see docs/deployment.md."""

from config import environment
from config.database_url import database_from_url
from config.settings.base import *  # noqa: F403  (a settings module is the sum of its layers)
from config.settings.base import BASE_DIR, SITE_URL

SECRET_KEY = environment.text("SECRET_KEY")
DATABASES = {"default": database_from_url(environment.text("DATABASE_URL"), base_dir=BASE_DIR)}
# Several processes share the work, so the broker in memory is no choice here.
REDIS_URL = environment.text("REDIS_URL")

ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS")
# Only for forms sent from another origin than the site's own.
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS", "")

# HTTPS ends at the proxy in front; KAITEN_HTTPS=0 is for trying the images out on one machine.
HTTPS = environment.flag("KAITEN_HTTPS", default=True)
_host = next(iter(ALLOWED_HOSTS), "*").lstrip(".")
SITE_URL = SITE_URL or f"{'https' if HTTPS else 'http'}://{_host}"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = environment.number("KAITEN_HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# Preloading binds a whole domain for years: its owner's decision, not this application's.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
