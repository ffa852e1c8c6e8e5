"""The addresses of the pages about matches."""

from django.urls import path

from replays.web.views import (
    amend,
    branches,
    calculator,
    comments,
    confirm,
    frames,
    games,
    imports,
    library,
    life,
    match,
    offline,
    override,
    picture,
    record,
    report,
    setup,
    sheet,
    typing,
    verify,
)

app_name = "replays"

MATCH = "matches/<uuid:match_id>/"

urlpatterns = [
    path("", library.home, name="home"),
    path("games/", games.game_list, name="games"),
    path("games/<str:slug>/", games.game_page, name="game"),
    path("games/<str:slug>/count/", calculator.Calculator.as_view(), name="calculator"),
    path("matches/", library.matches, name="matches"),
    path("matches/new/", setup.new_match, name="new"),
    path("matches/import/", imports.import_page, name="import"),
    path(MATCH, match.match_page, name="match"),
    path(f"{MATCH}frames/<int:part>/", frames.frames, name="frames"),
    path(f"{MATCH}record.kgn", match.record_file, {"form": "kgn"}, name="kgn"),
    path(f"{MATCH}record.jsonl", match.record_file, {"form": "jsonl"}, name="jsonl"),
    path(f"{MATCH}picture.svg", picture.picture, {"form": "svg"}, name="picture_svg"),
    path(f"{MATCH}picture.png", picture.picture, {"form": "png"}, name="picture_png"),
    path(f"{MATCH}verify/", verify.verify, name="verify"),
    path(f"{MATCH}record/", record.Record.as_view(), name="record"),
    path(f"{MATCH}roll/", record.Roll.as_view(), name="roll"),
    path(f"{MATCH}type/", typing.Typing.as_view(), name="type"),
    path(f"{MATCH}override/", override.Override.as_view(), name="override"),
    path(f"{MATCH}take-back/", record.TakeBack.as_view(), name="take_back"),
    path(f"{MATCH}pen/", record.TakePen.as_view(), name="pen"),
    path(f"{MATCH}waiting/", record.CompareWaiting.as_view(), name="waiting"),
    path(f"{MATCH}told/", offline.Tell.as_view(), name="told"),
    path(f"{MATCH}confirm/", confirm.Confirm.as_view(), name="confirm"),
    path(f"{MATCH}sheet/", sheet.sheet, name="sheet"),
    path(f"{MATCH}report/", report.report, name="report"),
    path(f"{MATCH}stop/", life.Stop.as_view(), name="stop"),
    path(f"{MATCH}abandon/", life.Abandon.as_view(), name="abandon"),
    path(f"{MATCH}void/", life.Void.as_view(), name="void"),
    path(f"{MATCH}rule/", life.Rule.as_view(), name="rule"),
    path(f"{MATCH}take-over/", life.TakeOver.as_view(), name="take_over"),
    path(f"{MATCH}reopen/", life.Reopen.as_view(), name="reopen"),
    path(f"{MATCH}play-on/", branches.PlayOn.as_view(), name="branch"),
    path(f"{MATCH}comment/", comments.Write.as_view(), name="annotate"),
    path(f"{MATCH}comment/<int:version>/", comments.TakeAway.as_view(), name="take_away"),
    path(f"{MATCH}amend/<int:version>/", amend.Correction.as_view(), name="amend"),
]
