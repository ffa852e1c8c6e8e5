"""The test suite: what every deployment shares, without anything of this machine's own."""

import os

# Servers that are given are for making databases and key prefixes of our own, see
# tests/plugins/services.py; the settings below would take them for the application's.
for _given, _kept in (
    ("DATABASE_URL", "KAITEN_TEST_POSTGRES_URL"),
    ("REDIS_URL", "KAITEN_TEST_REDIS_URL"),
):
    _value = os.environ.pop(_given, "")
    if _value.startswith(("postgres", "redis")):
        os.environ[_kept] = _value

from config.database_url import database_from_url  # noqa: E402  (after the lines above)
from config.settings.base import *  # noqa: E402, F403  (a settings module is the sum of its layers)
from config.settings.base import BASE_DIR, REST_FRAMEWORK  # noqa: E402

SECRET_KEY = "only-for-tests-" + "k" * 40
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

# Only a shape: the fixtures in tests/plugins/databases.py point the connection at real databases.
DATABASES = {"default": database_from_url("sqlite:///var/test.sqlite3", base_dir=BASE_DIR)}

# No web process runs in the suite itself; the servers it starts embed their worker.
EMBEDDED_WORKER = True

# A recorder would start a Python of its own: the tests of that ask for it.
OFFLINE = False

PASSWORD_HASHERS = ["tests.hashers.QuickPBKDF2PasswordHasher"]
# The throttles stay in place; the suite is one caller who asks a great deal.
REST_FRAMEWORK = REST_FRAMEWORK | {
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "1000000/min")
}
