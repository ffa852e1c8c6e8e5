"""The addresses that open pages follow; they are no pages, and belong to no club."""

from django.urls import path

from replays.web.views import live

app_name = "live"

urlpatterns = [
    path("steps/<uuid:match_id>/", live.match_steps, name="steps"),
    path("<slug:kind>/<uuid:id_>/", live.changes, name="changes"),
    path("<slug:kind>/<uuid:id_>/news/", live.news, name="news"),
]
