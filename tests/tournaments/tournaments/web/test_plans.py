from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

from tests.answers import Answer
from tests.factories import make_user
from tests.tournaments.tournaments.web.fields import FINAL, KNOCK_OUT, OPEN, PODS, Field, send
from tournaments.tournaments.director.rules import GameAtHand
from tournaments.tournaments.pairing.problem import DEFAULT_AIMS
from tournaments.tournaments.standings.table import USUAL_TIE_BREAKS
from tournaments.tournaments.web.forms import named_games
from tournaments.tournaments.web.plans import stage_form

pytestmark = pytest.mark.django_db


def filled(field: Field, number: int, format_: str = "", **changes: Any) -> dict[str, Any]:
    """What the form of a stage sends when only some of its inputs are changed."""
    form = stage_form(field.state, number, format_)
    data = {name: form.get_initial_for_field(one, name) for name, one in form.fields.items()}
    data |= {"stage": number, "format": form.start.format} | changes
    data |= {"expected_version": changes.get("expected_version", field.state.version)}
    return {name: value for name, value in data.items() if value is not None and value is not False}


def save(client: Client, field: Field, number: int, format_: str = "", **changes: Any) -> Answer:
    data = {"key": str(uuid4()), **filled(field, number, format_, **changes)}
    return client.post(field.path("plan/"), data)


def test_everybody_reads_the_rules_of_every_stage_and_only_organisers_get_forms(
    client: Client, staff: Client
) -> None:
    field = Field(0, PODS | {"minutes": 45, "most_tables": 6}, FINAL)
    read = client.get(field.path("plan/")).text
    for words in ("of 3, 4, 5, preferably 4", "at most 6 tables", "45 minutes", "the best 4"):
        assert words in read
    assert "nobody meets twice → small tables go round → close scores meet" in read
    assert "<form method=" not in read.partition("<main")[2]
    page = staff.get(field.path("plan/")).text
    assert 'id="stage2-cut_top"' in page
    assert 'id="stage1-cut_top"' not in page
    assert 'href="' + field.path("plan/") in page


@pytest.mark.parametrize("number", [1, 2])
def test_a_form_that_is_sent_back_untouched_changes_nothing(staff: Client, number: int) -> None:
    stages = PODS | {"tiebreaks": ["points", "lot"], "aims": ["scores"]}, FINAL
    field = Field(0, *stages)
    before = field.state
    assert save(staff, field, number).status_code == 302
    assert field.state.version == before.version
    assert field.state.stages == before.stages


def test_a_swiss_is_planned_differently_before_it_begins(staff: Client) -> None:
    field = Field(8)
    answer = save(
        staff,
        field,
        1,
        rounds=5,
        sizes=["2", "4"],
        preferred=4,
        most_tables=7,
        byes="on",
        minutes=50,
        points="custom",
        custom="4,2,1,0; 3/2,0",
        seeding="random",
        tie_break_2="lot",
        tie_break_3="",
        tie_break_4="",
        tie_break_5="",
        tie_break_6="",
        aim_1="scores",
        aim_3="repeats",
        game="sushi_go_party",
    )
    assert answer.status_code == 302
    rules = field.state.stages[1].rules
    assert (rules.rounds, rules.sizes, rules.most_tables, rules.byes) == (5, (2, 4), 7, True)
    assert (rules.minutes, rules.seeding) == (50, "random")
    assert rules.scoring == {
        "scheme": {"name": "custom", "rows": [["4", "2", "1", "0"], ["3/2", "0"]]}
    }
    assert rules.tiebreaks == ("points", "lot")
    assert rules.aims == ("scores", "small_tables", "repeats", "clubs", "seats")
    page = staff.get(field.path("plan/")).text
    assert "3/2,0; 4,2,1,0" in page
    assert save(staff, field, 1, points="wins").status_code == 302
    assert field.state.stages[1].rules.scoring == {"scheme": {"name": "wins"}}


def test_tie_breaks_and_aims_can_be_put_back_to_the_usual_ones(staff: Client) -> None:
    field = Field(0, PODS | {"tiebreaks": ["points", "lot"], "aims": ["scores"]})
    usual = {f"tie_break_{n}": code for n, code in enumerate(USUAL_TIE_BREAKS, 1)}
    aims = {f"aim_{n}": aim.value for n, aim in enumerate(DEFAULT_AIMS, 1)}
    assert save(staff, field, 1, **usual, **aims).status_code == 302
    rules = field.state.stages[1].rules
    assert rules.tiebreaks == USUAL_TIE_BREAKS
    assert rules.aims == tuple(aim.value for aim in DEFAULT_AIMS)


def test_a_tie_break_that_is_listed_twice_is_refused(staff: Client) -> None:
    answer = save(staff, Field(0), 1, tie_break_6="wins")
    assert answer.status_code == 422
    assert "A tie-break is listed twice" in answer.text


def test_a_refusal_stands_beside_its_form_and_nothing_typed_is_lost(staff: Client) -> None:
    field = Field(8, PODS, FINAL)
    answer = save(staff, field, 1, rounds=77, preferred=8)
    assert answer.status_code == 422
    form = answer.text.partition('id="stage-1"')[2].partition('id="stage-2"')[0]
    assert "The preferred table size is one of those that are allowed." in form
    assert 'value="77"' in form
    assert "<details open>" in form
    wrong = save(staff, field, 2, advance=0, cut_top="x", minutes=12)
    assert wrong.status_code == 422
    form = wrong.text.partition('id="stage-2"')[2]
    assert form.count('class="errorlist"') == 2
    assert 'value="12"' in form
    assert field.state.stages[1].rules.rounds == 2


def test_points_that_are_no_points_are_refused_in_words(staff: Client) -> None:
    field = Field(0)
    for custom in ("", "4,x", "1,2,3"):
        answer = save(staff, field, 1, points="custom", custom=custom)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_a_plan_that_somebody_else_changed_is_not_overwritten_unseen(staff: Client) -> None:
    field = Field(0)
    seen = field.state.version
    field.do("rename", title="Saturday")
    answer = save(staff, field, 1, rounds=6, expected_version=seen)
    assert answer.status_code == 412
    assert 'value="6"' in answer.text
    assert f'name="expected_version" value="{field.state.version}"' in answer.text
    assert field.state.stages[1].rules.rounds == 2


def test_a_stage_that_is_played_offers_what_is_still_open_and_nothing_else(staff: Client) -> None:
    field = Field(8, PODS, FINAL).announced()
    page = staff.get(field.path("plan/")).text
    for name in ("rounds", "preferred", "most_tables", "byes", "minutes", "boxes_0", "aim_1"):
        assert f'id="stage1-{name}"' in page
    for name in ("tie_break_1", "points", "game", "seeding"):
        assert f'id="stage1-{name}"' not in page
    assert 'id="stage2-advance"' in page
    answer = save(staff, field, 1, rounds=9, boxes_0=4, aim_1="scores", aim_3="repeats")
    assert answer.status_code == 302
    rules = field.state.stages[1].rules
    assert (rules.rounds, rules.games[0].boxes, rules.aims[0]) == (9, 4, "scores")
    assert rules.sizes == (3, 4, 5)
    assert field.state.stages[1].rounds
    refused = save(staff, field, 1, rounds=0)
    assert refused.status_code == 422


@pytest.mark.parametrize("rules", [KNOCK_OUT, OPEN, KNOCK_OUT | {"format": "round_robin"}])
def test_other_formats_offer_their_time_and_boxes_while_they_are_played(
    staff: Client, rules: dict[str, Any]
) -> None:
    field = Field(8, rules)
    field.do("start_stage", stage=1)
    page = staff.get(field.path("plan/")).text
    assert 'id="stage1-boxes_0"' in page
    assert ('id="stage1-minutes"' in page) == (rules["format"] != "open")
    assert "One more round" not in page
    assert save(staff, field, 1, boxes_0=7).status_code == 302
    assert field.state.stages[1].rules.games[0].boxes == 7


def test_a_closed_stage_has_no_form_and_takes_no_changes(staff: Client) -> None:
    field = Field(8, PODS | {"rounds": 1}).played()
    field.do("close_stage", stage=1)
    assert 'id="stage1-rounds"' not in staff.get(field.path("plan/")).text
    answer = save(staff, field, 1, rounds=9)
    assert answer.status_code == 422
    assert "Stage 1 has begun already." in answer.text


def test_a_round_more_and_close_scores_first_are_one_button_each(staff: Client) -> None:
    field = Field(8).played()
    page = staff.get(field.path("plan/"))
    assert "One more round" in page.text
    seen = {"stage": 1, "back": "plan", "form": "set_stage"}
    version = field.state.version
    for button in ("one_more", "scores_first"):
        now = {"expected_version": field.state.version}
        answer = send(staff, field, "set_stage", **seen, **now, **{button: "1"})
        assert answer.headers["Location"] == field.path("plan/")
    rules = field.state.stages[1].rules
    assert (rules.rounds, rules.aims) == (3, ("scores",))
    assert "From now on close scores first" not in staff.get(field.path("plan/")).text
    # Sent twice by two people, it is not two rounds more.
    again = send(staff, field, "set_stage", **seen, expected_version=version, one_more="1")
    assert again.status_code == 412
    french = staff.get(field.path("plan/"), headers={"Accept-Language": "fr"}).text
    assert "Une ronde de plus" in french


def test_the_plan_says_which_sizes_serve_and_takes_them_with_a_button(staff: Client) -> None:
    field = Field(13, PODS | {"rounds": 4})
    page = staff.get(field.path("plan/")).text
    assert "Tried over 4 rounds with 13 players" in page
    assert "Use 3 to 4" in page
    assert "(4+3+3+3)" in page
    assert "as planned" in page
    answer = send(
        staff,
        field,
        "set_stage",
        stage=1,
        back="plan",
        anchor="stage-1",
        expected_version=field.state.version,
        use_sizes="3 4",
    )
    assert answer.headers["Location"] == f"{field.path('plan/')}#stage-1"
    assert field.state.stages[1].rules.sizes == (3, 4)
    assert "Use 3 to 5" in staff.get(field.path("plan/")).text


def test_sizes_are_tried_for_as_many_players_as_one_types(staff: Client) -> None:
    field = Field(0, PODS | {"rounds": 4})
    page = staff.get(field.path("plan/")).text
    assert "Players expected" in page
    assert "Use 3" not in page
    assert "(3+3+3)" in staff.get(field.path("plan/"), {"stage": 1, "players": 9}).text
    few = staff.get(field.path("plan/"), {"stage": 1, "players": 2}).text
    assert "There are too few entrants" in few


@pytest.mark.parametrize(
    ("format_", "changes", "found"),
    [
        ("elimination", {"cut_kind": "points", "cut_points": "3,5"}, ("points", "3.5")),
        ("double_elimination", {"double": "on", "final_tie": "shared"}, ("top", "0")),
        ("swiss", {"cut_kind": "all", "carry": "on"}, ("all", "0")),
        ("round_robin", {"cut_top": 3}, ("top", "0")),
        ("groups", {"groups": 2, "sizes": ["2"], "preferred": 2}, ("top", "0")),
        ("planned", {}, ("top", "0")),
        ("open", {}, ("top", "0")),
    ],
)
def test_a_stage_of_every_format_is_added_and_taken_back(
    staff: Client, format_: str, changes: dict[str, Any], found: tuple[str, ...]
) -> None:
    field = Field(0, PODS | {"games": [{"game": "sushi_go_party", "options": {}, "boxes": 3}]})
    page = staff.get(field.path("plan/"), {"edit": "2", "format": format_}).text
    assert 'id="stage-2-title"' in page
    assert save(staff, field, 2, format_, **changes).status_code == 302
    rules = field.state.stages[2].rules
    assert (rules.format, rules.cut.kind, rules.cut.points) == (format_, *found)
    assert rules.games == field.state.stages[1].rules.games
    assert rules.carry == (format_ == "swiss")
    assert rules.carry_meetings == (format_ == "swiss")
    assert rules.double == (format_ == "double_elimination")
    assert staff.get(field.path("plan/")).status_code == 200
    form = {"key": str(uuid4()), "back": "plan", "stage": 2}
    stale = {"expected_version": field.state.version - 1}
    assert staff.post(field.path("do/drop_stage/"), form | stale).status_code == 412
    seen = {"expected_version": field.state.version}
    answer = staff.post(field.path("do/drop_stage/"), form | seen)
    assert answer.headers["Location"] == field.path("plan/")
    assert list(field.state.stages) == [1]


def test_the_first_stage_of_an_empty_plan_begins_with_some_game(staff: Client) -> None:
    field = Field(0, PODS)
    field.do("drop_stage", stage=1)
    assert "No stage is planned yet." in staff.get(field.path("plan/")).text
    assert (
        save(staff, field, 1, "swiss", game="sushi_bar", sizes=["2"], preferred=2).status_code
        == 302
    )
    assert field.state.stages[1].rules.games == (GameAtHand("sushi_bar"),)


def test_a_planned_stage_may_get_another_format(staff: Client) -> None:
    field = Field(0, PODS)
    page = staff.get(field.path("plan/"), {"edit": "1", "format": "round_robin"}).text
    assert 'id="stage1-double"' in page
    assert 'id="stage1-rounds"' not in page
    assert save(staff, field, 1, "round_robin", double="on").status_code == 302
    rules = field.state.stages[1].rules
    assert (rules.format, rules.sizes, rules.double) == ("round_robin", (2,), True)


def test_the_games_of_an_open_evening_keep_their_options_and_change_their_boxes(
    staff: Client,
) -> None:
    custom = {"game": "plain", "options": {"title": "Azul"}, "boxes": 1}
    field = Field(0, OPEN | {"games": [*OPEN["games"], custom]})
    lines = stage_form(field.state, 1, "").fields["games"].initial.splitlines()
    assert lines[2] == "Azul x1"
    games = "\n".join([lines[2].replace("x1", "x4"), lines[0], "Go x2"])
    answer = save(staff, field, 1, games=games, ranking="best", best=2, least_matches=3)
    assert answer.status_code == 302
    rules = field.state.stages[1].rules
    assert rules.games == (
        GameAtHand("plain", {"title": "Azul"}, 4),
        GameAtHand("sushi_go_party", {}, 1),
        GameAtHand("plain", {"title": "Go"}, 2),
    )
    assert (rules.ranking, rules.best, rules.least_matches) == ("best", 2, 3)


def test_two_games_of_one_name_keep_the_options_of_each() -> None:
    first, second = (GameAtHand("plain", {"title": "Azul", "edition": n}) for n in (1, 2))
    kept = named_games("azul x2\nAzul", [first, second])
    assert [(game.options["edition"], game.boxes) for game in kept] == [(1, 2), (2, None)]


def test_nobody_but_organisers_changes_a_plan(client: Client) -> None:
    field = Field(0)
    assert save(client, field, 1, rounds=9).status_code == 302
    client.force_login(make_user("guest"))
    assert save(client, field, 1, rounds=9).status_code == 403
    assert field.state.stages[1].rules.rounds == 2


def test_a_format_nobody_knows_is_read_as_the_first_one() -> None:
    form = stage_form(Field(0).state, 2, "nonsense", QueryDict())
    assert form.start.format == "swiss"
