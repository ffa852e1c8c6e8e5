"""The list of games and the rules page of each, made from its own tables, in both languages."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import registry
from games.core.box import told
from games.core.words import LANGUAGES, say
from games.registry import games, rules_of
from replays.selectors.games import GameSheetAnswer
from tests.games.nim import Nim
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of
from tests.tight import tight

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("slug", [rules.slug for rules in games()])
in_both_languages = pytest.mark.parametrize("language", LANGUAGES)


def page_of(client: Client, path: str, language: str = "en") -> str:
    answer = client.get(path, headers=FRENCH if language == "fr" else {})
    assert answer.status_code == 200
    return unescape(text_of(answer))


def words_of(html: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def numbers_of(html: str, table: str) -> list[int]:
    """Return the numbers in the second column of a table of the box."""
    section = html.partition(f'id="box-{table}"')[2].partition("</table>")[0]
    rows = section.partition("<tbody>")[2].split("<tr>")[1:]
    return [int(re.findall(r'<td class="number">(\d+)</td>', row)[0]) for row in rows]


@in_both_languages
def test_every_game_is_listed_with_its_seats_ways_and_languages(
    client: Client, language: str
) -> None:
    html = page_of(client, "/games/", language)
    said = words_of(html)
    for rules in games():
        assert reverse("replays:game", args=[rules.slug]) in html
        assert say(rules.words, "game.name", language) in said
        assert say(rules.words, "game.blurb", language) in said
        assert f"{rules.seats[0]}–{rules.seats[-1]}" in said
    assert {"en": "English, French", "fr": "anglais, français"}[language] in said
    cards = html.split("game-card")[1:]
    told_by_moves = {"en": "move by move", "fr": "coup par coup"}[language]
    for card, rules in zip(cards, games(), strict=True):
        assert (told_by_moves in card) != rules.reported_only


@every_game
@in_both_languages
def test_a_rules_page_tells_box_options_and_rulings(
    client: Client, slug: str, language: str
) -> None:
    rules = rules_of(slug)
    html = page_of(client, f"/games/{slug}/", language)
    said = words_of(html)
    for table in rules.components():
        total = sum(row.number for row in table.rows)
        title = told(table.title, language)
        assert (f"{title} ({total})" if table.pieces else title) in said
        assert told(table.source, language) in said
        assert numbers_of(html, table.name) == [row.number for row in table.rows]
    for option in rules.options():
        assert f'id="option-{option.name}"' in html
        assert say(rules.words, f"option.{option.name}", language) in said
        assert say(rules.words, f"option.{option.name}.help", language) in said
    for ruling in rules.rulings():
        assert f'id="ruling-{ruling.id}"' in html
        assert told(ruling.text, language) in said
    assert set(re.findall(r'href="#([\w-]+)"', html)) <= set(re.findall(r'id="([\w-]+)"', html))


def test_numbers_on_the_page_are_those_of_the_rulebook(client: Client) -> None:
    boat = page_of(client, "/games/sushi_boat/")
    plates = ["blue_plates", "red_plates", "green_plates", "yellow_plates", "white_plates"]
    assert [sum(numbers_of(boat, name)) for name in plates] == [12, 12, 12, 12, 6]
    party = page_of(client, "/games/sushi_go_party/")
    groups = ["nigiri", "roll", "appetizer", "special", "dessert"]
    assert sum(sum(numbers_of(party, name)) for name in groups) == 181
    assert numbers_of(page_of(client, "/games/sushi_bar/"), "bones") == [5, 4, 2, 1]


def test_a_table_leads_to_the_option_that_corrects_it_and_a_ruling_to_its_own(
    client: Client,
) -> None:
    html = page_of(client, "/games/sushi_bar/")
    table = html.partition('id="box-sushi"')[2].partition('id="box-bones"')[0]
    assert '<a href="#option-sushi_values">Values of the sushi</a>' in table
    ruling = html.partition('id="ruling-A10"')[2]
    assert '<a href="#option-hide_covered">Covered portions face down</a>' in ruling
    option = html.partition('id="option-hide_covered"')[2].partition("</section>")[0]
    assert '<a href="#ruling-A10">A10</a>' in option


def test_defaults_and_values_are_told_in_words(client: Client) -> None:
    said = words_of(page_of(client, "/games/sushi_go_party/", "fr"))
    assert "D’habitude Menu classique" in said
    assert "D’habitude aucun" in said
    assert "Valeurs possibles oui ou non" in said
    assert "Seulement avec Menu : À la carte : votre propre menu" in said.replace("Menu:", "Menu :")
    assert "−1 −1 −1 −1 −1 −2 −2 −2 −2 −3 −3 −4" in words_of(page_of(client, "/games/sushi_bar/"))


def test_an_option_of_every_kind_says_what_it_can_be(client: Client) -> None:
    said = words_of(page_of(client, "/games/hidden_game/"))
    assert "a whole number from 2 to 4" in said
    assert "By value; By sets" in said
    assert "4 whole numbers" in said
    assert "a text" in said
    assert "Players 3–4" in said


def test_another_game_says_that_its_box_is_not_known(client: Client) -> None:
    html = page_of(client, "/games/plain/")
    assert "Kaiten does not know this box" in html
    assert "What the rulebook leaves open" not in html


def test_a_game_that_does_not_exist_is_not_found(client: Client) -> None:
    answer = client.get("/games/tiddlywinks/")
    assert answer.status_code == 404
    assert "There is nothing at this address" in text_of(answer)


@pytest.mark.parametrize("path", ["/games/", "/games/sushi_boat/"])
def test_a_visitor_costs_the_query_for_the_club_alone(client: Client, path: str) -> None:
    client.get(path)
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    assert len(seen) == 1


def test_only_those_who_may_record_are_offered_to(
    house: House, client: Client, staff: Client
) -> None:
    begin = f"{reverse('replays:new')}?game=sushi_bar"
    assert begin in page_of(staff, "/games/sushi_bar/")
    assert begin not in page_of(client, "/games/sushi_bar/")


@pytest.mark.parametrize("slug", ["sushi_bar", "plain"])
def test_a_match_leads_to_the_rules_of_its_game(house: House, client: Client, slug: str) -> None:
    sitting = house.sitting(slug)
    page = page_of(client, reverse("replays:match", args=[sitting.id]))
    assert f'<a href="/games/{slug}/">Rules</a>' in page


def test_the_recorder_and_the_form_of_a_new_match_lead_to_the_rules(
    house: House, staff: Client
) -> None:
    record = reverse("replays:record", args=[house.sitting().id])
    assert 'href="/games/sushi_bar/">Rules</a>' in page_of(staff, record)
    assert 'href="/games/sushi_roll/">Règles</a>' in page_of(
        staff, f"{reverse('replays:new')}?game=sushi_roll", "fr"
    )


def test_the_main_navigation_leads_to_the_games(client: Client) -> None:
    assert '<a href="/games/" aria-current="page">' in tight(page_of(client, "/games/"))
    assert 'href="/games/"' in page_of(client, "/games/sushi_bar/")


@every_game
def test_what_nobody_confirmed_is_marked_at_table_and_option(client: Client, slug: str) -> None:
    rules = rules_of(slug)
    marked = {o.name for o in rules.options() if getattr(o, "placeholder", None)}
    tables = sum(table.option in marked for table in rules.components())
    said = page_of(client, f"/games/{slug}/")
    assert said.count("badge-warn") == len(marked) + tables


def test_a_small_game_says_that_it_speaks_one_language_and_cannot_be_counted() -> None:
    sheet = GameSheetAnswer.from_rules(Nim(), "fr")
    assert sheet.name == "Nim"
    assert sheet.languages == ["en"]
    assert sheet.ways == ["record", "report", "rounds"]
    assert (sheet.components, sheet.options, sheet.rulings) == ([], [], [])


def test_a_page_leaves_out_what_a_small_game_does_not_have(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._rules, "nim", Nim())
    said = words_of(page_of(client, "/games/nim/", "fr"))
    assert "Whoever takes the last stone wins." in said
    assert "Langues anglais Version" in said
    for title in ("Ce que contient la boîte", "Options", "Ce que la règle laisse ouvert"):
        assert title not in said
