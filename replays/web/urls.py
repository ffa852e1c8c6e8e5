"""The addresses of the pages about matches."""

from django.urls import path

from replays.web.views import amend, library, life, match, record, report, setup

app_name = "replays"

MATCH = "matches/<uuid:match_id>/"

urlpatterns = [
    path("", library.home, name="home"),
    path("matches/", library.matches, name="matches"),
    path("matches/new/", setup.new_match, name="new"),
    path(MATCH, match.match_page, name="match"),
    path(f"{MATCH}news/", match.news, name="news"),
    path(f"{MATCH}record.kgn", match.record_as_kgn, name="kgn"),
    path(f"{MATCH}record.jsonl", match.record_as_jsonl, name="jsonl"),
    path(f"{MATCH}record/", record.record, name="record"),
    path(f"{MATCH}roll/", record.roll, name="roll"),
    path(f"{MATCH}take-back/", record.take_back, name="take_back"),
    path(f"{MATCH}report/", report.report, name="report"),
    path(f"{MATCH}stop/", life.stop, name="stop"),
    path(f"{MATCH}abandon/", life.abandon, name="abandon"),
    path(f"{MATCH}void/", life.void, name="void"),
    path(f"{MATCH}rule/", life.rule, name="rule"),
    path(f"{MATCH}take-over/", life.take_over, name="take_over"),
    path(f"{MATCH}reopen/", life.reopen, name="reopen"),
    path(f"{MATCH}note/", life.annotate, name="annotate"),
    path(f"{MATCH}amend/<int:version>/", amend.amend_entry, name="amend"),
]
