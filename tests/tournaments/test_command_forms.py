"""Every command of every catalogue has a form in the admin, made from its own types."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.contrib import admin
from django.db.models import Model
from django.http import QueryDict
from django.utils import translation
from django.utils.html import conditional_escape

from tests.clients import SignedIn
from tests.factories import make_player
from tests.tournaments.ladders.test_admin import own
from tests.tournaments.seasons.played import make_season
from tests.tournaments.tournaments.doors import Evening
from tournaments.commands import Catalogue
from tournaments.ladders.commands import LADDER_COMMANDS
from tournaments.ladders.models import Ladder
from tournaments.people.admin.base import CommandAdmin
from tournaments.people.admin.struct_forms import CommandForm, Rows, StructForm
from tournaments.people.admin.worlds import Sent, World
from tournaments.seasons.commands import SEASON_COMMANDS
from tournaments.seasons.models import Season
from tournaments.tournaments.director.commands.catalogue import TOURNAMENT_COMMANDS
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CATALOGUES: dict[type[Model], Catalogue[Any]] = {
    Tournament: TOURNAMENT_COMMANDS,
    Season: SEASON_COMMANDS,
    Ladder: LADDER_COMMANDS,
}
FROM_PAGES = {("SetStage", "rules"), ("Revise", "rules"), ("StartList", "text")}
"""Fields that are asked for as the pages of the site do."""


@pytest.fixture
def rows() -> dict[type[Model], Model]:
    """A tournament with a round that was played and one that is proposed, a season, a ladder."""
    evening = Evening().start()
    evening.play_round()
    evening.do("propose", stage=1)
    season = make_season(evening.club, evenings=[evening.id])
    return {
        Tournament: Tournament.objects.get(pk=evening.id),
        Season: Season.objects.get(pk=season),
        Ladder: own(evening.club),
    }


def admin_of(model: type[Model]) -> CommandAdmin:
    registered = admin.site._registry[model]
    assert isinstance(registered, CommandAdmin)
    return registered


def asked(form: StructForm) -> Iterator[tuple[StructForm, str]]:
    """Yield every field that a form and the forms inside it ask for."""
    for name in (*form.place, *form.fields, *form.parts):
        if name not in ("place", "reason"):
            yield form, name
    for part in form.parts.values():
        if isinstance(part, StructForm):
            yield from asked(part)
        elif isinstance(part, Rows):
            yield from asked(part.first)


@pytest.mark.parametrize("model", CATALOGUES, ids=lambda model: model.__name__)
def test_every_command_has_a_form_with_every_field_and_words_in_both_languages(
    boss: SignedIn, rows: dict[type[Model], Model], model: type[Model]
) -> None:
    row, registered = rows[model], admin_of(model)
    assert registered.catalogue is CATALOGUES[model]
    page = boss.get(f"/admin/tournaments/{model._meta.model_name}/{row.pk}/change/").text
    for name in CATALOGUES[model].names():
        struct, address = (
            registered.struct_of(name),
            registered.command_address(UUID(str(row.pk)), name),
        )
        assert f'href="{address}"' in page, f"{name} is not offered"
        assert name in registered.titles, f"{name} has no title"
        with registered.world(row, {}) as world:
            form = CommandForm(struct, world, Sent(start=world.start(struct, {})))
            found = list(asked(form))
            missing = {field.name for field in msgspec.structs.fields(struct)} - {
                name for inside, name in found if inside is form
            }
            assert not missing, f"{name} does not ask for {missing}"
            unnamed = {field for inside, field in found if field not in world.words.labels}
            assert not unnamed, f"{name} has fields without a label: {unnamed}"


@pytest.mark.parametrize("model", CATALOGUES, ids=lambda model: model.__name__)
def test_every_form_opens(
    boss: SignedIn, rows: dict[type[Model], Model], model: type[Model]
) -> None:
    row, registered = rows[model], admin_of(model)
    # The page is the same for all: every third serves, and those with forms inside, half in French.
    known = (*CATALOGUES[model].names()[::3], *registered.extras)
    nested = [name for name in ("edit", "reseat", "rule", "set_stage") if model is Tournament]
    for number, name in enumerate(dict.fromkeys((*known, *nested))):
        language = ("en", "fr")[number % 2]
        address = registered.command_address(UUID(str(row.pk)), name)
        answer = boss.get(address, headers={"Accept-Language": language})
        assert answer.status_code == 200, name
        with translation.override(language):
            assert conditional_escape(registered.title_of_command(name)) in answer.text


def posted(form: StructForm) -> QueryDict:
    """Return what a browser sends that changes nothing of what a form shows."""
    data = QueryDict(mutable=True)
    for section in form.sections():
        for field in section.fields:
            value = field.value()
            if isinstance(value, list | tuple):
                data.setlist(field.html_name, [str(one) for one in value])
            elif value is True:
                data[field.html_name] = "on"
            elif value is not None and value is not False:
                data[field.html_name] = str(value)
    return data


def said(command: Any) -> Any:
    return msgspec.to_builtins(command)


def example_of(struct: Any, world: World) -> dict[str, Any]:
    """Return the example of a command with people of this club, without what pages ask for."""
    known = {field.name: field for field in msgspec.structs.fields(struct)}
    example = {
        name: value
        for name, value in struct.example.items()
        if (struct.__name__, name) not in FROM_PAGES
    }
    if "players" in example:
        example["players"] = [value for value, _ in world.choices("player", struct)][:2]
    if "tournament" in known:
        example["tournament"] = world.choices("tournament", struct)[0][0]
    return example


@pytest.mark.parametrize("model", CATALOGUES, ids=lambda model: model.__name__)
def test_a_form_that_shows_the_example_of_a_command_says_it_when_it_is_sent(
    rows: dict[type[Model], Model], model: type[Model]
) -> None:
    registered, row = admin_of(model), rows[model]
    if isinstance(row, Tournament | Season):
        Evening(club=row.club)
        make_player(row.club, "Nobody Yet")
        make_player(row.club, "Somebody Else")
    for name in CATALOGUES[model].names():
        struct = CATALOGUES[model].named(name)
        with registered.world(row, {}) as world:
            example = example_of(struct, world)
            shown = CommandForm(struct, world, Sent(start=example))
            sent = CommandForm(struct, world, Sent(posted(shown), start=example))
            assert sent.is_valid(), (name, sent.errors)
            read = said(msgspec.convert(sent.value(), struct, strict=False))
        example |= {field: read[field] for cls, field in FROM_PAGES if cls == struct.__name__}
        assert read == said(msgspec.convert(example, struct, strict=False)), name
