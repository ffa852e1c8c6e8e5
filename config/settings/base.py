"""What every deployment shares; `local`, `test` and `production` say what differs."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import environment
from config.email_url import email_from_url

# Whose `var` holds everything that is kept, and where relative paths begin.
BASE_DIR = environment.home(Path(__file__).resolve().parent.parent.parent)
VAR_DIR = BASE_DIR / "var"

DEBUG = False
# Whether `serve --prepare` fills an empty database with the demo club.
DEMO = environment.flag("KAITEN_DEMO", default=True)
PORT = environment.number("PORT", 8000)

INSTALLED_APPS = [
    "config.apps.PlatformConfig",
    "tournaments.apps.TournamentsConfig",
    "replays.apps.ReplaysConfig",
    "config.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_filters",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "replays.http.middleware.one_thread_middleware",
    "config.compression.CompressionMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.SecurityHeadersMiddleware",
    "config.unavailable.UnavailableMiddleware",
    "replays.http.middleware.problems_middleware",
    "config.static_files.StaticFilesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.club_addresses.ClubAddressMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.people.web.first_run.FirstRunMiddleware",
    "config.unsent.UnsentMiddleware",
    "replays.web.middleware.OnlookerMiddleware",
    "replays.web.middleware.FollowedPageMiddleware",
    "replays.web.middleware.RefusedPageMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.app_directories.Loader",
                        "replays.game_files.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# People and sessions

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = ["tournaments.people.backends.AccountBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Wrong passwords, and the seconds in which so many are let through. Nobody waits for longer.
# The same of codes and links.
SIGN_IN_LIMITS = {
    # For one name from one address, and for one browser that has signed in to this name before.
    "name_here": (environment.number("KAITEN_SIGN_IN_TRIES", 5), 60),
    "device": (environment.number("KAITEN_SIGN_IN_TRIES", 5), 60),
    # For any names from one address: a whole club may share it.
    "address": (environment.number("KAITEN_SIGN_IN_TRIES_ADDRESS", 20), 60),
    # For one name from everywhere. Mild: strangers can use it up, and its owner then waits.
    "name": (environment.number("KAITEN_SIGN_IN_TRIES_NAME", 10), 20),
    # Proofs of an account's owner, a code of the second factor above all: whoever guesses at codes
    # knows the password. Of a million codes three are right at a time.
    "proof": (environment.number("KAITEN_SIGN_IN_TRIES", 5), 60),
    "proof_device": (environment.number("KAITEN_SIGN_IN_TRIES", 5), 60),
    "proof_hour": (30, 3600),
    # Dead one-time links from one address.
    "link": (environment.number("KAITEN_SIGN_IN_TRIES_ADDRESS", 20), 60),
    # Guesses at the code that opens the set-up of a club: from one address, and from everywhere.
    "setup_here": (environment.number("KAITEN_SIGN_IN_TRIES", 5), 60),
    "setup": (environment.number("KAITEN_SIGN_IN_TRIES_NAME", 10), 20),
    # Forgotten passwords: each may send a mail.
    "reset_here": (environment.number("KAITEN_SIGN_IN_TRIES_ADDRESS", 20), 60),
    "reset": (3, 600),
}
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "replays:home"
LOGOUT_REDIRECT_URL = "replays:home"
SESSION_ENGINE = "tournaments.people.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.unsent.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

# Mail, where the operator has set it up; it is sent for forgotten passwords only.

EMAIL_URL: str = environment.text("KAITEN_EMAIL_URL", "")
DEFAULT_FROM_EMAIL: str = environment.text("KAITEN_EMAIL_FROM", "")
_MAIL = email_from_url(EMAIL_URL)
EMAIL_BACKEND: str = _MAIL["EMAIL_BACKEND"]
EMAIL_HOST: str = _MAIL.get("EMAIL_HOST", "")
EMAIL_PORT: int = _MAIL.get("EMAIL_PORT", 25)
EMAIL_HOST_USER: str = _MAIL.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD: str = _MAIL.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS: bool = _MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH: str | None = _MAIL.get("EMAIL_FILE_PATH")
EMAIL_TIMEOUT = 10
# How the site is reached from outside, for links that are made without a visitor.
SITE_URL: str = environment.text("KAITEN_URL", "")

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"

# Files

STATIC_URL = "/static/"
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "replays.game_files.Finder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.HashedStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"
# The rules on phones: where `manage.py offline` puts the Python for browsers, whether recorders
# offer it once it is there, and whether a server that has started fetches it by itself.
OFFLINE = environment.flag("KAITEN_OFFLINE", default=True)
OFFLINE_DIR = VAR_DIR / "offline"
FETCH_OFFLINE = False

# A whole match is some 50 kB; imports of many are read in pieces of this size at most.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 20

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis or Valkey, when there is one

REDIS_URL: str = environment.text("REDIS_URL", "")
REDIS_PREFIX: str = environment.text("KAITEN_REDIS_PREFIX", "kaiten:")

# Only counters live here. `local` takes over while Redis is away, see replays/http/caching.py.
_LOCAL_CACHE: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    # Whoever invents names must not push the counters of others out.
    "OPTIONS": {"MAX_ENTRIES": 20_000},
}
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}cache",
        # A request does not wait for a cache: one more try for a connection that had gone stale.
        "OPTIONS": {
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
            "retry": Retry(NoBackoff(), 1),  # type: ignore[no-untyped-call, unused-ignore]
        },
    }
    if REDIS_URL
    else _LOCAL_CACHE | {"LOCATION": "default"},
    "local": _LOCAL_CACHE | {"LOCATION": "local"},
}

# Live streams that are open at once in one process, and those from one address: a whole club may
# share it.
STREAMS = environment.number("KAITEN_STREAMS", 4000)
STREAMS_PER_ADDRESS = environment.number("KAITEN_STREAMS_ADDRESS", 400)

# Workers. The embedded worker lives in the web process; memory:// works nowhere else.

EMBEDDED_WORKER = environment.flag("KAITEN_EMBEDDED_WORKER", default=False)
WEB_PROCESSES = environment.number("WEB_CONCURRENCY", 1)
# Seconds between two choices of the bots in a match beside people; 0 lets them answer at once.
BOT_PACE = environment.number("KAITEN_BOT_PACE", 0)
# Where a copy of every tournament is written after each result; nowhere by default.
TOURNAMENT_FOLDER: str = environment.text("KAITEN_TOURNAMENT_FOLDER", "")

# Whom webhooks may be sent to: host names, networks, each with a port if it is another one than
# those of http and https. Nobody by default.
WEBHOOK_HOSTS = environment.words("KAITEN_WEBHOOK_HOSTS", "")

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
# A killed worker must give its task back; every task is idempotent: running it twice is harmless.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "global_keyprefix": REDIS_PREFIX,
        "visibility_timeout": environment.number("KAITEN_VISIBILITY_TIMEOUT", 300),
        # The defaults look for lost tasks only every 100 seconds.
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        # A request never waits for a broker that is down: the outbox row waits for the sweep.
        "max_retries": 1,
        "interval_start": 0,
        "interval_max": 0.1,
        "socket_connect_timeout": 2,
    }
    if REDIS_URL
    else {"polling_interval": 0.05}
)

# Chunks of a batch that wait for a worker or are being played at the same time. Inside one process
# everything takes turns: there, a person's move waits for one chunk at most.
CHUNKS_IN_FLIGHT = 8 if REDIS_URL else 1

# The API

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["replays.http.answers.AnswerRenderer"],
    "DEFAULT_PARSER_CLASSES": ["replays.http.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.people.authentication.TokenAuthentication",
        "replays.http.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PAGINATION_CLASS": "replays.http.pagination.CursorPagination",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "replays.http.components.DoorSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "replays.http.throttles.AnonThrottle",
        "replays.http.throttles.UserThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": environment.text("KAITEN_THROTTLE_ANON", "600/min"),
        "user": environment.text("KAITEN_THROTTLE_USER", "3000/min"),
        "verify": environment.text("KAITEN_THROTTLE_VERIFY", "20/min"),
    },
    "NUM_PROXIES": environment.number("KAITEN_PROXIES", 0),
    "EXCEPTION_HANDLER": "replays.http.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNICODE_JSON": True,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Kaiten",
    "DESCRIPTION": (
        "Record, replay and rank board games, and direct tournaments, chapter by chapter. The "
        "guide `docs/api.md` shows how the parts work together, with a tournament day as commands."
    ),
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # In the order of the addresses; the manual puts them into its own.
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.manual.bind_chapters",
        "config.sample_answers.add_examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "WebhookState": "tournaments.webhooks.api.answers.STATES",
        "DeliveryState": "tournaments.webhooks.api.answers.DELIVERY_STATES",
        "WebhookKind": "tournaments.webhooks.api.answers.KINDS",
        "BatchStatus": "tournaments.batches.api.answers.STATUSES",
        "LadderStatus": "tournaments.ladders.api.answers.STATUSES",
        "KindOfResult": "tournaments.tournaments.selectors.rounds.KINDS",
        "MatchStatus": "replays.api.answers.matches.STATUSES",
        "TokenScope": "tournaments.people.api.tokens.SCOPES",
        "TableStatus": "tournaments.tournaments.selectors.rounds.STATUSES",
        "TournamentStatus": "tournaments.tournaments.selectors.tournaments.STATUSES",
        "Visibility": "replays.ports.LEVELS",
        "CutPosition": "tournaments.tournaments.selectors.consequences.CUT_POSITIONS",
    },
    # The chapters first, like the contents of a book; each opens where it is wanted.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "filter": True},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Words about what happens

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname:<7} {name}: {message}", "style": "{"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        name: {"level": environment.text("KAITEN_LOG_LEVEL", "INFO")}
        for name in ("config", "replays", "tournaments", "games")
    }
    | {
        # Django's own console handlers would print every line a second time.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # Whoever knocks with a wrong name gets 400; a traceback for each would fill the screen.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
