import tomllib

from tests.services.processes import ROOT


def test_the_border_between_the_games_names_every_game() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [border] = [kept for kept in settings["contracts"] if kept["name"] == "No game knows another"]
    found = {engine.parent.name for engine in (ROOT / "games").glob("*/engine.py")}
    games = sorted(found - {"core"})
    assert border["modules"] == [f"games.{game}" for game in games]
