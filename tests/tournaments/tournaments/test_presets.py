"""A preset makes the same tournament through every door, and is refused the same."""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.core.matches import make_setup
from games.registry import games, rules_of
from replays.management.base import shell_envelope
from replays.models import StoredEvent
from tests.factories import make_club, make_player, make_user
from tests.tournaments.tournaments.web.fields import PODS, Field
from tests.tournaments.tournaments.web.test_pages import new_form
from tournaments.people.models import Club
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.presets import PRESETS, PresetPlan
from tournaments.tournaments.director.rules import StageRules
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.presets import PRESET_WORDS
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import direct

pytestmark = pytest.mark.django_db

BONES: dict[str, Any] = {"bone_values": [-1, -1, -1, -1, -1, -2, -2, -2, -2, -3, -3, -5]}
SAID: dict[str, dict[str, Any]] = {
    "swiss_pods": {
        "size": 3,
        "sizes": [2, 3, 4],
        "players": 10,
        "rounds": 6,
        "final": 5,
        "minutes": 50,
        "points": "4/2/1/0",
    },
    "swiss_duel": {"rounds": 3, "minutes": 20, "points": "wins"},
    "round_robin": {"double": True, "minutes": 5, "points": "share"},
    "groups": {
        "groups": 3,
        "final": 6,
        "third_place": True,
        "minutes": 30,
        "points": "5/3/2/1",
    },
    "elimination": {"size": 5, "advance": 2, "third_place": False, "minutes": 45},
    "double_elimination": {"double": True, "minutes": 10},
    "open": {
        "size": 5,
        "boxes": 2,
        "others": [
            {"game": "plain", "options": {"title": "Azul"}, "boxes": 3},
            {"game": "sushi_go_party"},
        ],
        "ranking": "best",
        "points": "3/1/0",
    },
}
"""Something else than usual for everything that a preset asks for, as far as it goes together."""
DUELS = {"size": 2, "advance": 1, "third_place": True, "minutes": 45}
"""The match for third place of an elimination, which larger tables do not have."""


def rules_in(tournament_id: UUID | str) -> list[StageRules]:
    with reading(UUID(str(tournament_id))) as state:
        return [stage.rules for stage in state.stages.values()]


def by_api(client: Client, club: Club, plan: object, **headers: str) -> Any:
    return client.post(
        f"/api/v1/clubs/{club.slug}/tournaments",
        {"title": "Friday", "plan": plan},
        content_type="application/json",
        headers=headers,
    )


def by_shell(club: Club, preset: str, **fields: object) -> str:
    out = io.StringIO()
    texts = [f"{name}={json.dumps(value)}" for name, value in fields.items()]
    call_command(
        "tournament", "new", "Friday", "--club", club.slug, "--preset", preset, *texts, stdout=out
    )
    return out.getvalue().strip()


def offered_form(client: Client, club: Club, preset: str, game: str) -> dict[str, Any]:
    """Return the page's form as it is sent when nobody touches it."""
    page = client.get(f"/tournaments/new/?format={preset}&game={game}")
    form = {"title": "Friday", "club": club.slug, "format": preset, "game": game}
    for name, field in page.context["form"].fields.items():
        # What is not ticked is not sent.
        if field.initial is not None and field.initial is not False:
            form[name] = field.prepare_value(field.initial)
    return form | {"size": page.context["plan"].size, "key": str(uuid4())}


def next_form(client: Client, club: Club) -> dict[str, Any]:
    """Return the form of a club's next tournament as it is sent when nobody touches it."""
    context = client.get("/tournaments/new/").context
    plan, form = context["plan"], context["form"]
    asked = {"format": plan.preset.code, "game": plan.rules.slug, "size": plan.size}
    values = {name: form[name].field.prepare_value(form[name].value()) for name in form.fields}
    said = {name: value for name, value in values.items() if value not in (None, False)}
    return {"club": club.slug, "key": str(uuid4())} | asked | said


def by_page(client: Client, form: Mapping[str, Any]) -> list[StageRules]:
    known = set(Tournament.objects.values_list("id", flat=True))
    answer = client.post("/tournaments/new/", form)
    assert answer.status_code == 302, answer.text
    return rules_in(Tournament.objects.exclude(id__in=known).get().id)


def nothing_written() -> bool:
    return not Tournament.objects.exists() and not StoredEvent.objects.exists()


def as_typed(said: Mapping[str, Any]) -> dict[str, object]:
    """Return answers as somebody would fill in the page."""
    typed = {name: value for name, value in said.items() if value is not False}
    if "others" in typed:
        typed["others"] = "Azul x3\nSushi Go Party!"
    if "sizes" in typed:
        typed["sizes"] = "2 3 4"
    return typed


def test_every_preset_is_told_something_unusual_below() -> None:
    for code, preset in PRESETS.items():
        assert SAID[code].keys() == preset.usual.keys()
        said = SAID[code] | (DUELS if code == "elimination" else {})
        as_usual = [name for name in preset.usual if SAID[code][name] == preset.usual[name]]
        assert not [name for name in as_usual if said[name] == preset.usual[name]]


@pytest.mark.parametrize(("preset", "answers"), [*SAID.items(), ("elimination", DUELS)])
def test_page_api_and_shell_make_the_same_plan(
    staff: Client, preset: str, answers: dict[str, Any]
) -> None:
    club = make_club()
    said = {"game": "sushi_bar", "options": BONES} | answers
    answer = by_api(staff, club, {"preset": preset} | said)
    assert answer.status_code == 201, answer.text
    plan = rules_in(answer.json()["id"])
    assert plan == rules_in(by_shell(club, preset, **said))
    form = offered_form(staff, club, preset, "sushi_bar")
    form |= {"option_bone_values": " ".join(map(str, BONES["bone_values"]))}
    assert resolved(plan) == resolved(by_page(staff, form | as_typed(answers)))
    assert plan[0].games[0].options == BONES
    assert [stage["rules"] for stage in answer.json()["stages"]] == json.loads(
        msgspec.json.encode(plan)
    )


@pytest.mark.parametrize(("preset", "answers"), [*SAID.items(), ("elimination", DUELS)])
def test_the_next_tournament_is_planned_like_the_last_one(
    staff: Client, preset: str, answers: dict[str, Any]
) -> None:
    club = make_club()
    said = {name: value for name, value in answers.items() if name not in ("sizes", "players")}
    plan = {"preset": preset, "game": "sushi_bar", "options": BONES} | said
    before = rules_in(by_api(staff, club, plan).json()["id"])
    assert "Planned like “Friday”" in staff.get("/tournaments/new/").text
    assert resolved(by_page(staff, next_form(staff, club))) == resolved(before)
    assert "Planned like" not in staff.get("/tournaments/new/?format=groups").text


def test_a_plan_of_ones_own_is_no_pattern_for_the_next(staff: Client) -> None:
    field = Field(0, PODS | {"tiebreaks": ["lot"]})
    form = next_form(staff, field.club)
    assert form["format"] == next(iter(PRESETS))
    assert form["rounds"] == 4


def resolved(plan: Sequence[StageRules]) -> list[StageRules]:
    """Return a plan with every option of its games said."""
    return [
        msgspec.structs.replace(
            rules,
            games=tuple(
                msgspec.structs.replace(
                    game,
                    options=dict(
                        make_setup(
                            rules_of(game.game), seats=rules.preferred, options=game.options
                        ).options
                    ),
                )
                for game in rules.games
            ),
        )
        for rules in plan
    ]


@pytest.mark.parametrize("game", ["sushi_bar", "sushi_go_party", "sushi_express"])
@pytest.mark.parametrize("preset", PRESETS)
def test_what_nobody_says_is_what_the_page_offers(staff: Client, preset: str, game: str) -> None:
    club = make_club()
    page = staff.post("/tournaments/new/", offered_form(staff, club, preset, game))
    answer = by_api(staff, club, {"preset": preset, "game": game})
    if page.status_code == 422:  # this game has no table of two
        assert (answer.status_code, answer.json()["code"]) == (422, "size_not_playable")
        assert game == "sushi_express"
        assert nothing_written()
        return
    one, other = map(rules_in, Tournament.objects.values_list("id", flat=True))
    assert resolved(one) == resolved(other)


@pytest.mark.parametrize("game", [rules.slug for rules in games()])
def test_the_list_shows_the_stages_that_come_of_it(staff: Client, game: str) -> None:
    club = make_club()
    listed = staff.get(f"/api/v1/tournaments/presets?game={game}").json()
    assert listed["game"] == game
    assert [row["preset"] for row in listed["presets"]] == list(PRESETS)
    for row in listed["presets"]:
        plan = {"preset": row["preset"], "game": game}
        for said in (plan, plan | row["usual"]):
            answer = by_api(staff, club, said)
            if row["problem"] is None:
                stages = [stage["rules"] for stage in answer.json()["stages"]]
                assert stages == row["stages"] != []
            else:
                assert (answer.status_code, answer.json()["code"]) == (422, row["problem"])
                assert row["stages"] == []
    problems = {row["problem"] for row in listed["presets"]}
    assert problems == ({None, "size_not_playable"} if game == "sushi_express" else {None})


def test_the_list_is_for_everybody_in_their_language_and_for_a_size(client: Client) -> None:
    english = client.get("/api/v1/tournaments/presets").json()
    assert english["game"] == games()[0].slug
    french = client.get("/api/v1/tournaments/presets", headers={"Accept-Language": "fr"}).json()
    for one, other in zip(english["presets"], french["presets"], strict=True):
        assert one["words"] != other["words"]
        assert one["stages"] == other["stages"]
    names = {row["preset"]: row["name"] for row in french["presets"]}
    assert names["open"] == "Soirée libre"
    six = client.get("/api/v1/tournaments/presets?size=6").json()["presets"]
    pods = {row["preset"]: row for row in six}["swiss_pods"]
    assert (pods["usual"]["size"], pods["stages"][0]["sizes"]) == (6, [3, 4, 5, 6])
    assert [row["stages"][0]["preferred"] for row in six if "size" not in row["usual"]] == [2] * 4


def test_a_list_that_cannot_be_is_refused(client: Client) -> None:
    for query, status, code in (
        ("game=ludo", 422, "unknown_game"),
        ("size=9", 400, "bad_parameter"),
        ("rounds=3", 400, "unknown_parameter"),
    ):
        answer = client.get(f"/api/v1/tournaments/presets?{query}")
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_every_preset_has_words() -> None:
    assert PRESET_WORDS.keys() == PRESETS.keys()


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"preset": "swiss", "game": "sushi_bar"}, "unknown_preset"),
        ({"preset": "", "game": "sushi_bar"}, "unknown_preset"),
        ({"preset": "open", "game": "ludo"}, "unknown_game"),
        ({"preset": "elimination", "game": "sushi_bar", "rounds": 3}, "preset_without"),
        ({"preset": "swiss_duel", "game": "sushi_bar", "size": 2}, "preset_without"),
        ({"preset": "swiss_pods", "game": "sushi_bar", "size": 6}, "impossible_size"),
        ({"preset": "open", "game": "sushi_bar", "size": 6}, "impossible_size"),
        ({"preset": "swiss_pods", "game": "sushi_bar", "rounds": 0}, "bad_round_count"),
        ({"preset": "swiss_pods", "game": "sushi_bar", "final": 1}, "bad_cut"),
        ({"preset": "groups", "game": "sushi_bar", "groups": 0}, "bad_table_count"),
        ({"preset": "elimination", "game": "sushi_bar", "advance": 4}, "bad_advance"),
        ({"preset": "elimination", "game": "sushi_bar", "third_place": True}, "no_third_place"),
        ({"preset": "swiss_duel", "game": "sushi_bar", "points": "7/5"}, "unknown_points_scheme"),
        ({"preset": "open", "game": "sushi_bar", "boxes": 0}, "bad_box_count"),
        ({"preset": "open", "game": "sushi_bar", "others": [{"game": "ludo"}]}, "unknown_game"),
        ({"preset": "open", "game": "sushi_bar", "ranking": "luck"}, "malformed_plan"),
        ({"preset": "open", "game": "sushi_bar", "colour": "red"}, "malformed_plan"),
        ({"preset": "open"}, "malformed_plan"),
    ],
)
def test_a_plan_that_cannot_be_writes_nothing(
    staff: Client, plan: dict[str, Any], code: str
) -> None:
    club = make_club()
    answer = by_api(staff, club, plan)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert len(answer.json()["detail"].split()) > 3
    assert nothing_written()
    with pytest.raises(CommandError, match=f"^{code}: ") as refusal:
        by_shell(club, **plan)
    assert refusal.value.returncode == 2
    assert nothing_written()


def test_the_page_too_refuses_a_preset_that_is_none(staff: Client) -> None:
    answer = staff.post("/tournaments/new/", new_form(make_club(), "swiss"))
    assert answer.status_code == 422
    assert "There is no such preset" in answer.text
    assert nothing_written()


def test_a_plan_is_an_object_or_nothing(staff: Client) -> None:
    club = make_club()
    answer = by_api(staff, club, "swiss_pods")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert nothing_written()
    assert by_api(staff, club, None).json()["stages"] == []


def test_who_may_not_direct_makes_nothing(client: Client) -> None:
    club = make_club()
    plan = {"preset": "open", "game": "sushi_bar"}
    assert by_api(client, club, plan).status_code == 401
    client.force_login(make_user("visitor"))
    assert by_api(client, club, plan).status_code == 403
    # Whoever may not write does not learn what is wrong either.
    assert by_api(client, club, {"preset": "nothing"}).status_code == 403
    assert nothing_written()


def test_one_request_is_one_tournament_with_its_stages_in_one_append(staff: Client) -> None:
    club = make_club()
    plan = {"preset": "groups", "game": "sushi_bar"}
    key = {"Idempotency-Key": "friday"}
    first, again = (by_api(staff, club, plan, **key).json() for _ in range(2))
    assert first["id"] == again["id"]
    assert (first["version"], len(first["stages"])) == (3, 2)
    other = by_api(staff, club, plan | {"groups": 3}, **key)
    assert other.json()["code"] == "request_key_reused"
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    ("preset", "typed"), [("swiss_pods", "0"), ("swiss_pods", ""), ("groups", "0"), ("groups", "")]
)
def test_without_a_final_there_is_one_stage(staff: Client, preset: str, typed: str) -> None:
    club = make_club()
    plan = {"preset": preset, "game": "sushi_bar", "final": 0}
    assert len(by_api(staff, club, plan).json()["stages"]) == 1
    form = offered_form(staff, club, preset, "sushi_bar")
    assert len(by_page(staff, form | {"final": typed})) == 1


def test_what_a_final_is_when_the_game_has_no_such_table(staff: Client) -> None:
    club = make_club()
    plan = {"preset": "swiss_pods", "game": "sushi_bar", "final": 8}
    last = rules_in(by_api(staff, club, plan).json()["id"])[1]
    assert (last.sizes, last.cut.top, last.seeding) == ((2,), 8, "former")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_tournament_from_a_preset_can_be_played(staff: Client, preset: str) -> None:
    club = make_club()
    made = by_api(staff, club, {"preset": preset, "game": "sushi_bar"}).json()["id"]
    players = [str(make_player(club, f"Ada{number:02} Z").id) for number in range(8)]
    commands: list[tuple[str, dict[str, Any]]] = [
        ("enter", {"players": players, "present": True}),
        ("start_stage", {"stage": 1}),
        ("propose", {"stage": 1}),
        ("publish", {"stage": 1}),
    ]
    if preset == "open":
        commands[2:] = [("begin_table", {"stage": 1, "game": 0, "entrants": [1, 2, 3, 4]})]
    for name, fields in commands:
        command = read_command(name, fields)
        direct(tournament_id=UUID(made), command=command, envelope=shell_envelope())
    with reading(UUID(made)) as state:
        assert len(state.stages[1].seeds) == 8
        assert state.stages[1].rounds[1].tables


def test_the_shell_lists_what_it_takes() -> None:
    out = io.StringIO()
    call_command("tournament", "presets", "--game", "sushi_express", "--size", "5", stdout=out)
    listed = out.getvalue()
    for code, preset in PRESETS.items():
        assert code in listed
        assert all(f"{name}=" in listed for name in preset.usual)
    assert "size=5" in listed
    assert "swiss → elimination" in listed
    assert "size_not_playable" in listed
    with pytest.raises(CommandError, match=r"^unknown_game"):
        call_command("tournament", "presets", "--game", "ludo")


def test_the_example_is_one(staff: Client) -> None:
    answer = by_api(staff, make_club(), PresetPlan.example)
    assert answer.status_code == 201
    assert [stage.rounds for stage in rules_in(answer.json()["id"])] == [3, 0]
