"""The addresses of what phones keep; they belong to no club."""

from django.urls import path

from replays.web.views import offline

app_name = "offline"

urlpatterns = [
    path("now.json", offline.now, name="now"),
    path("pages.js", offline.service, name="service"),
    path("<slug:digest>/<str:name>", offline.file, name="file"),
]
