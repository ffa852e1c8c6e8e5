"""The Saturday of a club by the admin alone, in a real browser: from an empty club to a podium."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from playwright.sync_api import FilePayload, Page, ViewportSize

from games.testing.scale import sampled
from replays.envelope import Envelope
from replays.models import Stream
from replays.services.verify import verify_stream
from tests.e2e.pages import require_accessible
from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tournaments.people.models import Player
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.state import Round, Stage
from tournaments.tournaments.models import Tournament, TournamentEntrant
from tournaments.tournaments.selectors.states import tournament_state
from tournaments.tournaments.services.tournaments import direct

NAMES = ("Amber", "Birch", "Cedar", "Dahlia", "Elder", "Fern", "Ginger", "Hazel", "Iris", "Juniper")
MEMBERS = "first name,last name\n" + "".join(f"{name},Here\n" for name in NAMES)
PHONE, DESK = ViewportSize(width=390, height=800), ViewportSize(width=1280, height=900)


class Organiser:
    """Somebody with a browser who knows nothing but the admin."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.id: UUID

    @property
    def stage(self) -> Stage:
        return known(tournament_state(self.id).current)

    @property
    def row(self) -> Round:
        return known(self.stage.last_round)

    def log_in(self) -> None:
        self.page.goto("/admin/")
        self.page.get_by_label("Username").fill("boss")
        self.page.get_by_label("Password").fill("secret")
        self.page.get_by_role("button", name="Log in").click()
        self.page.get_by_role("heading", name="What needs attention").wait_for()

    def found_the_club(self) -> None:
        """Make the club, import its members from a list, and add two guests by hand."""
        page = self.page
        page.locator("#content .model-club").get_by_role("link", name="Add").click()
        page.get_by_label("Name:", exact=True).fill("Here")
        page.get_by_label("Time zone").fill("Europe/Paris")
        page.get_by_role("button", name="Save", exact=True).click()
        page.goto("/admin/tournaments/player/")
        page.get_by_role("link", name="Import a list").click()
        members = FilePayload(name="members.csv", mimeType="text/csv", buffer=MEMBERS.encode())
        page.locator("input[type=file]").set_input_files(members)
        page.get_by_role("button", name="Look at the lines").click()
        page.get_by_role("button", name="Add them").click()
        page.get_by_role("link", name="Juniper H.").wait_for()
        self.add_player("Kestrel", "There", guest=True)
        self.add_player("Lark", "There", guest=True)

    def add_player(self, first: str, last: str, *, guest: bool = False) -> None:
        page = self.page
        page.goto("/admin/tournaments/player/add/")
        page.get_by_label("Club").select_option(label="Here")
        page.get_by_label("First name").fill(first)
        page.get_by_label("Last name").fill(last)
        page.get_by_label("Guest").set_checked(guest)
        page.get_by_role("button", name="Save", exact=True).click()
        page.get_by_text("was added successfully").wait_for()

    def begin_tournament(self) -> None:
        page = self.page
        page.goto("/admin/tournaments/tournament/add/")
        page.get_by_label("Club").select_option(label="Here")
        page.get_by_label("Title").fill("Saturday")
        page.get_by_label("Preset").select_option(label="Swiss in pods, final table")
        page.get_by_label("Rounds").fill("4")
        page.get_by_role("button", name="Save and view").click()
        page.get_by_role("heading", name="Next step").wait_for()
        self.id = Tournament.objects.get().pk

    def open_page(self) -> None:
        self.page.goto(f"/admin/tournaments/tournament/{self.id}/change/")

    def open_form(self, title: str) -> None:
        """Follow the link to a command from the tournament's page, where most answers lead."""
        if not self.page.url.endswith(f"{self.id}/change/"):
            self.open_page()
        commands = self.page.get_by_role("region", name="Everything that can be done")
        commands.get_by_role("link", name=title, exact=True).click()
        self.page.get_by_role("heading", name=title).wait_for()

    def send(self, title: str) -> None:
        self.page.get_by_role("button", name=title, exact=True).click()
        self.page.get_by_text(f"{title}: done.").wait_for()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()
        self.page.get_by_text("done.").wait_for()

    def announce(self) -> None:
        """Do the next step, look at the proposal with its figures, and announce it."""
        self.press("Propose")
        self.page.get_by_role("heading", name="Proposal for round").wait_for()
        self.press("Announce the round")

    def type_slips(self, *, but: int = 0) -> None:
        """Type in the slips, all of them in a soak and one of each round otherwise.

        A lower number plays better, most of the time.
        """
        row = self.row
        slips = {
            number: [60 - seat - seat * row.number % 7 for seat in table.entrants]
            for number, table in row.tables.items()
            if number != but
        }
        typed = sampled(sorted(slips), len(slips), row.number)
        for number in sorted(slips.keys() - {*typed}):
            self._record(row.number, number, slips[number])
        for number in typed:
            scores = " ".join(map(str, slips[number]))
            self.page.get_by_label(f"Scores of table {number}").fill(scores)
            self.page.locator(f"#table-{self.stage.number}-{row.number}-{number}").get_by_role(
                "button", name="Save"
            ).click()
            self.page.get_by_text("Record a result: done.").wait_for()

    def _record(self, round_: int, table: int, scores: list[int]) -> None:
        """Let somebody else hand in a slip."""
        fields = {"stage": self.stage.number, "round": round_, "table": table, "scores": scores}
        direct(
            tournament_id=self.id,
            command=read_command("record", fields),
            envelope=Envelope("cli", datetime.now(UTC)),
        )

    def type_no_show(self) -> None:
        """Record table 1, at which the last one never came."""
        seats = self.row.tables[1].entrants
        self.page.locator(f"#table-1-{self.row.number}-1").get_by_role("link", name="more").click()
        scores = " ".join(str(50 - seat) for seat in range(len(seats) - 1))
        self.page.get_by_label("Scores", exact=True).fill(f"{scores} -")
        absent = self.page.get_by_role("group", name="Absent")
        absent.locator(f"input[value='{seats[-1]}']").check()
        self.send("Record a result")
        assert self.page.locator("#table-1-2-1").get_by_text("absent").is_visible()

    def correct(self, round_: int, then: str) -> None:
        """Put the first slip of a round right after looking at what that changes."""
        page, table = self.page, known(tournament_state(self.id).table(1, round_, 1))
        scores = [known(score) for score in known(known(table.result).scores)]
        scores[scores.index(min(scores))] = max(scores) + 5
        page.goto(f"/admin/tournaments/tournament/{self.id}/change/?stage=1&round={round_}#round")
        page.locator(f"#table-1-{round_}-1").get_by_role("link", name="correct").click()
        page.get_by_label("Scores", exact=True).fill(" ".join(map(str, scores)))
        page.get_by_label("What becomes of what stood").select_option(then)
        page.get_by_role("button", name="What would change?").click()
        page.get_by_role("heading", name="What would change").wait_for()
        page.get_by_text("→").first.wait_for()
        self.send("Correct a result")


def play_four_rounds(organiser: Organiser) -> None:
    """Play the Swiss: somebody comes late, somebody not at all, and a slip of round 1 was wrong."""
    page = organiser.page
    organiser.announce()
    organiser.type_slips()
    organiser.add_player("Late", "Comer")
    organiser.open_form("Enter players")
    page.get_by_label("Late C.").check()
    page.get_by_label("What each missed round is worth").fill("1")
    page.get_by_label("They are here").check()
    organiser.send("Enter players")
    organiser.announce()
    organiser.type_no_show()
    organiser.type_slips(but=1)
    organiser.announce()
    organiser.type_slips()
    organiser.announce()
    announced = {table.match for table in organiser.row.tables.values()}
    organiser.correct(1, "repair")
    assert 4 not in organiser.stage.rounds
    organiser.announce()
    assert announced.isdisjoint(table.match for table in organiser.row.tables.values())
    # The wrong one is dropped: that is undone, and the right one goes home after the round.
    organiser.open_form("Let somebody drop out")
    page.get_by_label("Entrant").select_option("3")
    organiser.send("Let somebody drop out")
    assert TournamentEntrant.objects.get(number=3).dropped
    organiser.press("Undo this")
    assert not TournamentEntrant.objects.get(number=3).dropped
    organiser.type_slips()
    organiser.open_form("Let somebody drop out")
    page.get_by_label("Entrant").select_option("12")
    organiser.send("Let somebody drop out")
    organiser.open_form("Close a stage")
    page.get_by_label("Draw lots here").check()
    organiser.send("Close a stage")


def play_the_final(organiser: Organiser) -> None:
    """Play the final with an alternate; meanwhile a slip of the Swiss is put right."""
    page = organiser.page
    page.get_by_role("link", name="Look at the cut and begin stage 2").click()
    page.get_by_label("Draw lots here").check()
    organiser.send("Begin a stage")
    missing, stepping_in = organiser.stage.seeds[1], organiser.stage.alternates[0]
    organiser.announce()
    organiser.open_form("Note as absent")
    page.locator(f"input[name=entrants][value='{missing}']").check()
    organiser.send("Note as absent")
    organiser.open_form("Let an alternate play")
    page.get_by_label("Entrant").select_option(str(missing))
    organiser.send("Let an alternate play")
    finalists = organiser.row.tables[1].entrants
    assert stepping_in in finalists
    assert missing not in finalists
    organiser.correct(3, "keep")
    assert organiser.row.tables[1].entrants == finalists
    organiser.open_page()
    page.get_by_label("Scores of table 1").fill("44 43 38 20")
    organiser.press("Save")
    organiser.press("Close stage 2")
    organiser.press("Finish the tournament")


@pytest.mark.browser
@pytest.mark.services
def test_a_saturday_is_directed_in_the_admin_alone(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    make_user("boss", staff=True, is_superuser=True)
    organiser = Organiser(browser_page)
    organiser.log_in()
    organiser.found_the_club()
    organiser.begin_tournament()
    organiser.open_form("Enter players")
    for player in Player.objects.all():
        browser_page.locator(f"input[name=players][value='{player.pk}']").check()
    browser_page.get_by_label("They are here").check()
    organiser.send("Enter players")
    organiser.press("Begin with the 12 entrants who are present")
    play_four_rounds(organiser)
    browser_page.set_viewport_size(PHONE)
    require_accessible(browser_page)
    browser_page.set_viewport_size(DESK)
    play_the_final(organiser)

    ranking = browser_page.get_by_role("table", name="Final ranking")
    assert ranking.get_by_role("row").count() == 1 + 13
    state = tournament_state(organiser.id)
    assert state.finished
    podium = [row for row in TournamentEntrant.objects.order_by("place") if row.place][:4]
    finalists = {*state.stages[2].rounds[1].tables[1].entrants}
    assert {row.number for row in podium} == finalists
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
