"""Production settings and the compose file, as far as they can be tried without an engine."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from typing import Any

import pytest
import yaml

from tests.services.processes import ROOT

ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "Zq3" * 30 + "!xyz-12345",
    "ALLOWED_HOSTS": "kaiten.example",
    "DATABASE_URL": "postgres://kaiten:secret@localhost/kaiten",
    "REDIS_URL": "redis://localhost:6379/0",
}
OURS = ("web", "worker", "beat", "migrate")


def _manage(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"]} | ENVIRONMENT | changes
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_deployment_check_finds_nothing() -> None:
    done = _manage("check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_a_missing_variable_is_named_and_stops_everything(missing: str) -> None:
    done = _manage("check", **{missing: ""})
    assert done.returncode != 0
    assert f"Set the environment variable {missing}." in done.stderr


@pytest.fixture(scope="module")
def compose() -> dict[str, dict[str, Any]]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def test_the_compose_file_has_every_service_and_every_one_may_be_scaled(
    compose: dict[str, dict[str, Any]],
) -> None:
    assert set(compose["services"]) == {*OURS, "postgres", "redis"}
    assert not [
        name for name, service in compose["services"].items() if "container_name" in service
    ]


@pytest.mark.parametrize("name", ["web", "worker", "postgres", "redis"])
def test_every_lasting_service_has_a_health_check(
    compose: dict[str, dict[str, Any]], name: str
) -> None:
    assert compose["services"][name]["healthcheck"]["test"]


def test_the_database_is_migrated_once_before_anything_of_ours_starts(
    compose: dict[str, dict[str, Any]],
) -> None:
    services = compose["services"]
    for name in ("web", "worker", "beat"):
        waits_for = services[name]["depends_on"]
        assert waits_for["migrate"]["condition"] == "service_completed_successfully"
    assert services["migrate"]["restart"] == "no"
    assert services["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"


def test_redis_keeps_its_queue_over_a_restart(compose: dict[str, dict[str, Any]]) -> None:
    redis = compose["services"]["redis"]
    assert "--appendonly yes" in redis["command"]
    assert redis["volumes"] == ["redis:/data"]


@pytest.mark.parametrize("name", OURS)
def test_every_variable_the_settings_demand_is_given_to_every_process(
    compose: dict[str, dict[str, Any]], name: str
) -> None:
    given = compose["services"][name]["environment"]
    assert set(ENVIRONMENT) <= set(given)


@pytest.mark.parametrize("name", OURS)
def test_every_command_starts_a_module_that_exists(
    compose: dict[str, dict[str, Any]], name: str
) -> None:
    words = shlex.split(compose["services"][name]["command"])
    program = words[0]
    if program == "python":
        assert (ROOT / words[1]).exists()
    else:
        assert importlib.util.find_spec(program) is not None
    modules = re.findall(r"\b(config[.\w]*)", " ".join(words[1:]))
    assert all(importlib.util.find_spec(module) for module in modules)
    health = compose["services"][name].get("healthcheck", {}).get("test", [])
    for module in re.findall(r"\b(config[.\w]*)", " ".join(health)):
        assert importlib.util.find_spec(module) is not None


def test_the_image_holds_no_test_tools_and_does_not_run_as_root() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "requirements-dev" not in dockerfile
    assert re.search(r"^USER (?!root)\w+$", dockerfile, re.MULTILINE)
    assert "pytest" not in (ROOT / "requirements.lock").read_text()
