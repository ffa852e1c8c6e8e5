"""The board of Sushi Go Party!, its cards, and a match recorded from hands nobody saw."""

import json
import re
from itertools import product
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.viewer import PUBLIC, seat_viewer
from games.registry import rules_of
from games.sushi_go_party.components import BY_NAME, FACES, MENUS
from games.sushi_go_party.drawing import dish
from games.sushi_go_party.events import CardChosen, Dealt
from games.testing.scale import sampled
from replays.models import Match
from replays.selectors.logs import load_log
from replays.templatetags.game_words import piece
from replays.web.frames import make_frame
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRAME, FRENCH, House
from tests.replays.web.markup import forms_of, text_of
from tests.tight import tight

pytestmark = pytest.mark.django_db

RULES = rules_of("sushi_go_party")
DRAWN = [
    key.removeprefix("component.")
    for key in RULES.words
    if key.startswith("component.") and not re.search("place|roll|appetizer|special$|dessert", key)
]


def address(sitting: Sitting, name: str = "match") -> str:
    return reverse(f"replays:{name}", args=[sitting.id])


def seen(client: Client, sitting: Sitting, **query: Any) -> str:
    """Return a page without what differs between any two matches."""
    headers = query.pop("headers", {})
    page = text_of(client.get(address(sitting), query, headers=headers))
    page = page.replace(str(sitting.id), "ID")
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)


def css() -> str:
    with open(known(finders.find("games/sushi_go_party/board.css"))) as file:
        return file.read()


def symbols() -> set[str]:
    with open(known(finders.find("games/sushi_go_party/symbols.svg"))) as file:
        return set(re.findall(r'<symbol id="(\w+)"', file.read()))


def luminance(colour: str) -> float:
    full = colour if len(colour) == 6 else "".join(letter * 2 for letter in colour)
    parts = [int(full[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", DRAWN)
def test_everything_that_can_lie_on_a_table_or_a_form_has_a_drawing_and_a_colour(name: str) -> None:
    drawn = dish(name)

    assert drawn.symbol in symbols()
    assert re.search(rf"^\.dish-{drawn.kind}[ ,]", css(), re.M)
    assert RULES.words[f"component.{name}"][0] in piece("sushi_go_party", RULES.words, name)


def test_every_card_keeps_its_words_readable_on_its_colour() -> None:
    blocks = re.findall(r"\{([^{}]*--dish: #[^{}]*)\}", css())

    assert len(blocks) > 20
    for block in blocks:
        ground = known(re.search(r"--dish: #(\w+)", block))[1]
        ink = re.search(r"--on-dish: #(\w+)", block)
        light, dark = sorted(
            (luminance(ground), luminance(ink[1] if ink else "1d1a15")), reverse=True
        )
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ground


def test_a_nigiri_is_drawn_on_its_wasabi() -> None:
    html = piece("sushi_go_party", RULES.words, "squid_on_wasabi")
    assert html.count("<use ") == 2
    assert "#wasabi" in html


def hands(house: House, *, menu: str = "sushi_go", cards: dict[int, tuple[str, ...]]) -> Sitting:
    sitting = house.sitting("sushi_go_party", seats=len(cards), options={"menu": menu})
    sitting.play(*(Dealt(seat, 1, hand) for seat, hand in cards.items()))
    return sitting


ONE: dict[int, tuple[str, ...]] = {
    0: ("egg",) * 4 + ("maki2",) * 5 + ("tempura",),
    1: ("sashimi",) * 8 + ("maki1",) * 2,
}
OTHER: dict[int, tuple[str, ...]] = {
    0: ("salmon",) * 5 + ("maki1",) * 4 + ("wasabi",),
    1: ("dumpling",) * 8 + ("squid",) * 2,
}


@pytest.mark.parametrize("headers", [{}, FRENCH, FRAME], ids=["en", "fr", "frame"])
def test_the_public_page_is_the_same_whatever_was_dealt(
    house: House, client: Client, headers: dict[str, str]
) -> None:
    one, other = hands(house, cards=ONE), hands(house, cards=OTHER)

    assert seen(client, one, headers=headers) == seen(client, other, headers=headers)


def test_a_choice_in_secret_is_a_card_face_down_for_everybody_else(
    house: House, client: Client, staff: Client
) -> None:
    pages = []
    for card in ("egg", "tempura"):
        sitting = hands(house, cards=ONE)
        sitting.play(CardChosen(0, 1, card))
        pages.append((seen(client, sitting), text_of(staff.get(address(sitting), {"seat": "0"}))))

    assert pages[0][0] == pages[1][0]
    assert "face down" in pages[0][0]
    assert pages[0][1].count("egg nigiri") > pages[1][1].count("egg nigiri")


def test_what_a_seat_knew_at_a_step_is_an_address_and_is_told_in_words(
    house: House, client: Client, staff: Client
) -> None:
    sitting = hands(house, cards=ONE)
    sitting.play_on(15)

    for query in ({"viewer": "seat:1"}, {"seat": "1"}):
        page = text_of(staff.get(address(sitting), {"ply": "2", **query}))
        assert "Seen by Bastien L." in page
        board = page.partition("data-seats")[2].partition("<h2>")[0]
        assert "sashimi" in board
        assert "tempura" not in board
    refused = text_of(client.get(address(sitting), {"viewer": "seat:1", "ply": "2"}))
    assert "You may not see this match from that seat" in refused
    assert "This is what Bastien L. knew" not in refused


def test_a_seat_remembers_what_is_left_of_the_hand_it_passed_on(house: House) -> None:
    sitting = hands(house, cards=ONE)
    sitting.play(CardChosen(0, 1, "egg"), CardChosen(1, 1, "maki1"))

    log = sitting.log()
    for viewer, number in ((seat_viewer(0), 18), (PUBLIC, 0)):
        frame = make_frame(log, 4, viewer, ["Ada", "Bo"], "en")
        cards = [card for seat in frame.board["seats"] for card in seat["hand"]["cards"]]
        assert len([card for card in cards if card is not None]) == number


def fewest_and_most(menu: str) -> tuple[int, int]:
    limits = [BY_NAME[name].seats for name in MENUS[menu]]
    return max(least for least, _ in limits), min(most for _, most in limits)


@pytest.mark.parametrize(
    ("menu", "seats"), [(menu, seats) for menu in MENUS for seats in fewest_and_most(menu)]
)
def test_every_step_of_every_menu_has_a_board_in_both_languages(
    house: House, client: Client, menu: str, seats: int
) -> None:
    sitting = house.sitting(
        "sushi_go_party",
        seats=seats,
        players=[None] * seats,
        options={"menu": menu},
        seed=f"{menu}{seats}",
    )
    sitting.finish()
    last = len(sitting.log().plies)

    steps = (0, 1, seats, last // 3, last // 2, last - 7, last)
    for ply, headers in sampled(list(product(steps, (FRAME, FRAME | FRENCH))), 3, seats):
        frame = client.get(address(sitting), {"ply": ply}, headers=headers)
        assert frame.status_code == 200
        assert "component." not in text_of(frame)
        assert "style=" not in text_of(frame)


def test_a_finished_round_tells_what_each_hand_held(house: House, client: Client) -> None:
    sitting = hands(house, cards=ONE)
    sitting.play_on(40)

    page = tight(text_of(client.get(address(sitting))))

    assert "Round 1: what each hand held and what lay on the table" in page
    sheet = page.partition('class="sgp-round"')[2]
    first, second = re.findall(r'First hand</p><ul class="dishes">(.*?)</ul>', sheet, re.S)[:2]
    assert set(re.findall(r'dish-name">([^<]+)', first)) == {"egg nigiri", "maki (2)", "tempura"}
    assert set(re.findall(r'dish-name">([^<]+)', second)) == {"sashimi", "maki (1)"}


def test_eight_seats_ask_the_database_as_often_as_two(house: House, client: Client) -> None:
    counts = []
    for seats in (2, 8):
        sitting = house.sitting("sushi_go_party", seats=seats, players=[None] * seats).finish()
        client.get(address(sitting))
        with CaptureQueriesContext(connection) as asked:
            client.get(address(sitting), {"ply": 70})
        counts.append(len(asked))

    assert counts[0] == counts[1] <= 8


def test_its_own_style_sheet_is_loaded_where_it_is_needed_alone(
    house: House, client: Client, staff: Client
) -> None:
    bar, party = house.sitting(), house.sitting("sushi_go_party")
    sheet = "games/sushi_go_party/board"

    for name in ("match", "record"):
        assert sheet in text_of(staff.get(address(party, name)))
        assert sheet not in text_of(staff.get(address(bar, name)))
    assert sheet in text_of(staff.get(address(party, "report"), {"by": "count"}))


@pytest.mark.parametrize("menu", sampled(["sushi_go", "dinner_for_two"], 2))
def test_a_match_is_recorded_from_hands_nobody_saw_without_scripts(
    house: House, staff: Client, menu: str
) -> None:
    sitting = house.sitting("sushi_go_party", options={"menu": menu}, seed=menu)
    path = address(sitting, "record")

    for _ in range(200):
        forms = [form for form in forms_of(text_of(staff.get(path))) if form.action == path]
        tapped = [form for form in forms if form.buttons[0].name in ("event", "events")]
        if not tapped:
            break
        form = next((one for one in tapped if one.buttons[0].name == "events"), tapped[-1])
        button = form.buttons[sitting.luck.below(len(form.buttons))]
        assert staff.post(path, form.hidden | {button.name: button.value}).status_code == 302

    assert Match.objects.get(pk=sitting.id).status == "finished"
    sheets = load_log(sitting.id).state.sheets
    assert all(card in FACES for sheet in sheets for hand in sheet.dealt for card in hand)
    assert [len(hand) for sheet in sheets for hand in sheet.dealt] == [10] * 6


def test_a_card_that_cannot_be_there_is_refused_in_words(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", seats=4)
    sitting.play(*(Dealt(seat, 1, (None,) * 9) for seat in range(4)))
    for seat in range(3):
        sitting.play(CardChosen(seat, 1, "squid"))
    event = {"type": CardChosen.type, "payload": {"seat": 3, "turn": 1, "card": "squid"}}
    data = {"event": json.dumps(event), "expected_version": str(sitting.version)}

    for headers, words in (({}, "squid nigiri"), (FRENCH, "sushi calamar")):
        answer = staff.post(address(sitting, "record"), data, headers=headers)
        assert answer.status_code == 422
        alert = text_of(answer).partition('role="alert">')[2].partition("<")[0]
        assert words in alert
        assert "3" in alert


def test_the_story_counts_rounds_and_turns(house: House, client: Client) -> None:
    sitting = house.sitting("sushi_go_party", seats=3)
    sitting.play_on(8)

    assert "Round 1, turn 2" in text_of(client.get(address(sitting)))
    assert "Manche 1, tour 2" in text_of(client.get(address(sitting), headers=FRENCH))


def test_the_story_tells_a_secret_choice_once_it_is_revealed(house: House, client: Client) -> None:
    sitting = hands(house, cards=ONE)
    sitting.play(CardChosen(0, 1, "egg"))
    before = text_of(client.get(address(sitting)))
    sitting.play(CardChosen(1, 1, "maki1"))
    after = text_of(client.get(address(sitting)))

    assert "Chloé M. has chosen" in before
    assert "egg nigiri" not in before
    assert "Chloé M. lays egg nigiri" in after
    assert "maki (2)" not in after  # what is left of the hands stays hidden


def test_the_table_of_a_match_can_be_counted(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party", options={"menu": "sushi_go"})
    path = f"{address(sitting, 'report')}?by=count"
    rounds: list[dict[str, list[str]]] = [
        {
            "seat-0.many.round1": ['"squid_on_wasabi"', '"maki3"', '"pudding"'],
            "seat-1.many.round1": ['"egg"', '"tempura"', '"tempura"'],
        },
        {},
        {},
    ]
    for number, tables in enumerate(rounds, 1):
        forms = forms_of(text_of(staff.get(path)))
        (form,) = [form for form in forms if form.hidden.get("round") == str(number)]
        assert {name.split(".")[-1] for name in form.selects} == {f"round{number}"}
        assert staff.post(path, form.hidden | tables).status_code == 302

    page = text_of(staff.get(path))
    assert page.count('class="score-sheet"') == 2
    assert "<strong>21</strong>" in page  # 9 + 6 for maki + 6 for puddings
