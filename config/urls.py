"""One address book: the API under its version, the pages, the admin, the health check."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config.health import healthz
from config.unsent import session
from tournaments.home.views import home

API: list[URLPattern | URLResolver] = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("", include("replays.api.urls")),
    path("", include("tournaments.api_urls")),
]

handler500 = "config.unavailable.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("session", session, name="session"),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include(API)),
    path("live/", include("replays.web.live_urls")),
    path("offline/", include("replays.web.offline_urls")),
    # At the address of `replays:home`, and above it: it knows of clubs.
    path("", home, name="club-home"),
    path("", include("replays.web.urls")),
    path("", include("tournaments.web_urls")),
]
