"""The web process for uvicorn: Django, and the embedded worker where one is asked for."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

django_application = get_asgi_application()

from config.lifespan import WithLifespan  # noqa: E402  (needs Django to be set up)
from replays.live.asgi import Streaming  # noqa: E402  (same)

site = Streaming(django_application)

application = WithLifespan(site)
