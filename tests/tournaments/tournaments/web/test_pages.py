import re
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_club, make_player, make_user
from tests.known import known
from tests.tight import tight
from tests.tournaments.tournaments.web.fields import FINAL, KNOCK_OUT, OPEN, PODS, Field
from tournaments.people.models import Club
from tournaments.tournaments.director.presets import PRESETS
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.words import exact_column
from tournaments.tournaments.web.words import exact

FRENCH = {"Accept-Language": "fr"}


def new_form(club: Club, preset: str, **fields: str) -> dict[str, str]:
    answers = {"rounds": "4", "final": "4", "groups": "2", "advance": "1", "minutes": "0"}
    return (
        {
            "club": club.slug,
            "format": preset,
            "game": "sushi_bar",
            "size": "4",
            "key": str(uuid4()),
            "title": "Friday night",
            "day": "2026-11-20",
            "points": "5/3/2/1",
            "ranking": "total",
            "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
            "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4",
        }
        | answers
        | fields
    )


@pytest.mark.django_db
def test_without_tournaments_the_list_says_so_and_offers_one_to_those_who_may(
    client: Client,
) -> None:
    make_club()
    page = client.get("/tournaments/").text
    assert "There is no tournament yet." in page
    assert "/tournaments/new/" not in page
    client.force_login(make_user(staff=True))
    assert "/tournaments/new/" in client.get("/tournaments/").text


@pytest.mark.django_db
def test_the_list_is_reached_from_every_page_and_narrowed_by_club(client: Client) -> None:
    one, other = Field(0), Field(0)
    assert 'href="/tournaments/"' in client.get("/").text
    everything = client.get("/tournaments/").text
    assert one.path() in everything
    assert other.path() in everything
    narrowed = client.get(f"/tournaments/?club={one.club.slug}").text
    assert one.path() in narrowed
    assert other.path() not in narrowed


@pytest.mark.django_db
@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_format_can_be_created_once_however_often_its_form_is_sent(
    staff: Client, preset: str
) -> None:
    club = make_club()
    page = staff.get(f"/tournaments/new/?format={preset}&game=sushi_bar").text
    assert f'value="{preset}" checked' in page
    form = new_form(club, preset)
    first, again = staff.post("/tournaments/new/", form), staff.post("/tournaments/new/", form)
    created = Tournament.objects.get()
    for answer in (first, again):
        assert answer.headers["Location"] == f"/tournaments/{created.id}/entrants/#names"
    assert (created.title, str(created.day)) == ("Friday night", "2026-11-20")
    with reading(created.id) as state:
        assert len(state.stages) == (2 if preset in ("swiss_pods", "groups") else 1)
    assert created.open_evening == (preset == "open")


@pytest.mark.django_db
def test_an_open_evening_knows_its_other_games_by_rules_or_by_the_name_on_the_box(
    staff: Client,
) -> None:
    club = make_club()
    others = "Azul x2\n\nSushi Go Party! 3\nCatan"
    staff.post("/tournaments/new/", new_form(club, "open", boxes="1", others=others))
    with reading(Tournament.objects.get().id) as state:
        games = state.stages[1].rules.games
    assert [(game.game, game.boxes) for game in games] == [
        ("sushi_bar", 1),
        ("plain", 2),
        ("sushi_go_party", 3),
        ("plain", None),
    ]
    assert games[1].options["title"] == "Azul"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "changed"),
    [
        ("swiss_pods", {"title": " "}),
        ("swiss_pods", {"rounds": "0"}),
        ("swiss_pods", {"option_sushi_values": "1 2"}),
        ("elimination", {"advance": "4"}),
        ("open", {"day": "tomorrow"}),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused_and_nothing_typed_is_lost(
    staff: Client, preset: str, changed: dict[str, str]
) -> None:
    club = make_club()
    form = new_form(club, preset, **({"title": "Keep me"} | changed))
    answer = staff.post("/tournaments/new/", form)
    assert answer.status_code == 422
    assert "errorlist" in answer.text
    assert "Keep me" in answer.text or not form["title"].strip()
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_only_those_who_may_direct_create(client: Client) -> None:
    club = make_club()
    answer = client.post("/tournaments/new/", new_form(club, "open"))
    assert answer.headers["Location"].startswith("/login/")
    client.force_login(make_user())
    assert client.post("/tournaments/new/", new_form(club, "open")).status_code == 403
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_the_standings_say_what_decided_and_what_each_tie_break_means(client: Client) -> None:
    field = Field(8).played().played()
    page = client.get(field.path()).text
    assert "provisional" in page
    assert "decided by" in page
    assert "tour-decides" in page
    for code in ("points", "wins", "head_to_head"):
        assert f'popovertarget="define-1-{code}"' in page
        assert f'id="define-1-{code}"' in page
    assert 'id="define-1-lot"' not in page
    french = client.get(field.path(), headers=FRENCH).text
    assert "Tables gagnées" in french


@pytest.mark.django_db
def test_byes_and_the_absent_of_a_round_are_named(client: Client) -> None:
    rules = PODS | {"sizes": [4], "byes": True}
    field = Field(10, rules)
    field.do("start_stage", stage=1)
    field.do("check_out", entrants=[10])
    field.do("propose", stage=1)
    field.do("publish", stage=1)
    page = client.get(field.path()).text
    assert "<strong>Bye:</strong> Player" in page
    assert "<strong>Absent:</strong> Player9 N." in page


@pytest.mark.django_db
def test_what_is_sensitive_is_seen_by_organisers_only(client: Client) -> None:
    field = Field(9).announced()
    field.do("keep_apart", groups=[[1, 2]])
    field.do("fix_tables", entrant=3, tables=[2])
    seats = field.seats()
    field.do("penalise", stage=1, entrant=seats[0], points="1", note="hid a card")
    sections = ["", "entrants/", "rounds/", "log/"]

    def read() -> str:
        return "".join(tight(client.get(field.path(section)).text) for section in sections)

    public = read()
    client.force_login(make_user(staff=True))
    private = read()
    for secret in ("hid a card", "Let them meet", "table 2</span>", "Not to meet"):
        assert secret in private
        assert secret not in public
    assert "Something that only organisers read." in public
    assert "/do/" not in public


@pytest.mark.django_db
@pytest.mark.parametrize("section", ["proposal/", "close/", "stages/2/", "candidates/"])
def test_pages_of_organisers_ask_others_to_log_in(client: Client, section: str) -> None:
    field = Field(5, OPEN) if section == "close/" else Field(9, PODS, FINAL)
    assert client.get(field.path(section)).headers["Location"].startswith("/login/")
    client.force_login(make_user())
    assert client.get(field.path(section)).status_code == 403


@pytest.mark.django_db
def test_what_is_not_there_is_not_found(staff: Client) -> None:
    field = Field(9)
    assert staff.get(f"/tournaments/{uuid4()}/").status_code == 404
    assert staff.get(field.path("tables/1/1/1/")).status_code == 404
    assert staff.get(field.path("stages/2/")).status_code == 404
    assert staff.get(field.path("close/")).status_code == 404
    assert staff.post(f"/tournaments/{uuid4()}/do/finish/").status_code == 404


@pytest.mark.django_db
def test_a_bracket_is_drawn_with_whole_numbers_and_leads_to_its_tables(client: Client) -> None:
    field = Field(6, KNOCK_OUT).played().announced()
    page = tight(client.get(field.path()).text)
    drawing = known(re.search(r'<svg class="tour-bracket".*?</svg>', page, re.S)).group()
    assert drawing.count("<rect") == 5
    assert field.path("tables/1/1/1/") in drawing
    assert field.path("tables/1/3/1/") not in drawing
    for value in re.findall(r' (?:x|y|width|height)="([^"]*)"', drawing):
        assert value.isdigit()
    assert "tour-bracket-through" in drawing


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("step", "words"),
    [
        (0, "Add entrants"),
        (1, "Begin with the 8 entrants who are present"),
        (2, "Propose round 1"),
        (3, "Look at the proposal of round 1"),
        (4, "Enter the results of 2 tables"),
        (5, "Propose round 2"),
        (6, "Close stage 1"),
        (7, "Look at the cut and begin stage 2"),
        (8, "Propose round 1"),
        (9, "Close stage 2"),
        (10, "Finish the tournament"),
        (11, "Nothing is left to do."),
    ],
)
def test_the_next_step_is_always_there(staff: Client, step: int, words: str) -> None:
    field = Field(8 if step else 0, PODS, FINAL)
    if step in (2, 3):
        field.do("start_stage", stage=1)
    if step == 3:
        field.do("propose", stage=1)
    if step == 4:
        field.announced()
    if step >= 5:
        field.played()
    if step >= 6:
        field.played()
    if step >= 7:
        field.do("close_stage", stage=1)
    if step >= 8:
        field.do("start_stage", stage=2)
    if step >= 9:
        field.played(2)
    if step >= 10:
        field.do("close_stage", stage=2)
    if step >= 11:
        field.do("finish")
    assert words in staff.get(field.path()).text


def _finished() -> Field:
    field = Field(8, PODS, FINAL).played().played()
    field.do("close_stage", stage=1)
    field.do("start_stage", stage=2)
    field.played(2)
    field.do("close_stage", stage=2)
    field.do("finish")
    return field


@pytest.mark.django_db
def test_a_finished_tournament_ends_on_a_podium_and_ranks_everybody_once(client: Client) -> None:
    field = _finished()
    page = client.get(field.path()).text
    podium = page[page.index('class="tour-podium"') : page.index("</ol>")]
    steps = re.findall(r'class="tour-podium-(\d)"', podium)
    assert steps == ["1", "2", "3"]
    rankings = re.findall(r"<table.*?</table>", page, re.DOTALL)
    assert len(rankings) == 2  # the final ranking, and the Swiss that led there
    final, swiss = rankings
    heads = [
        " ".join(head.split())
        for head in re.findall(r"<th scope=.col.[^>]*>(.*?)</th>", final, re.DOTALL)
    ]
    assert [re.sub(r"<.*?>", "", head).strip() for head in heads][2:] == ["Final", "Swiss"]
    assert final.count('scope="row"') == swiss.count('scope="row"') == 8


@pytest.mark.django_db
def test_all_stages_stand_on_one_page_under_their_names(client: Client) -> None:
    field = Field(8, PODS, FINAL).played().played()
    field.do("close_stage", stage=1)
    field.do("start_stage", stage=2)
    field.played(2)
    for section in ("", "rounds/"):
        page = client.get(field.path(section)).text
        assert "tour-ranking" in page or section
        titles = [
            " ".join(title.split()) for title in re.findall(r"<h2[^>]*>(.*?)</h2>", page, re.DOTALL)
        ]
        names = [title for title in titles if title in {"Swiss", "Final"}]
        assert names == ["Final", "Swiss"], section
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), section


@pytest.mark.django_db
def test_a_large_field_takes_as_many_queries_as_a_small_one(staff: Client) -> None:
    club = make_club()
    for number in range(3):
        make_player(club, f"Spare{number} Somebody")
    fields = [Field(entrants, club=club).played() for entrants in (8, 40)]
    for field in fields:
        field.do("propose", stage=1)
    for section in ("", "rounds/", "entrants/", "proposal/", "log/", "tables/1/1/1/"):
        counts = []
        for field in fields:
            with CaptureQueriesContext(connection) as captured:
                assert staff.get(field.path(section)).status_code == 200
            counts.append(len(captured))
        assert counts[0] == counts[1] <= 13, section


@pytest.mark.django_db
def test_an_open_evening_takes_as_many_queries_however_many_came(staff: Client) -> None:
    counts = []
    for entrants in (8, 40):
        field = Field(entrants, OPEN)
        field.do("start_stage", stage=1)
        field.do("begin_table", game=1, entrants=[1, 2, 3])
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(field.path()).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 16


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(-7), "−7"),
        (Fraction(7, 2), "3½"),
        (Fraction(1, 3), "⅓"),
        (Fraction(-5, 4), "−1¼"),
        (Fraction(173, 12), "14.42"),
        (Fraction(1, 1000), "0.00"),
        (Fraction(1999, 1000), "2.00"),
    ],
)
def test_points_are_written_as_people_write_them(value: Fraction, text: str) -> None:
    assert exact(value) == text


def test_figures_below_each_other_are_written_in_one_way() -> None:
    whole, sixth, odd = Fraction(4), Fraction(247, 6), Fraction(-173, 36)
    assert exact_column([whole, sixth, None]) == ["4", "41⅙", ""]
    assert exact_column([whole, sixth, odd]) == ["4.00", "41.17", "−4.81"]
