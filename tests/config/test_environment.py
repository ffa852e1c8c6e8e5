import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment, local_hosts
from config.local_secret import local_secret


def test_a_variable_without_a_default_must_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "")
    with pytest.raises(ImproperlyConfigured, match="SOME_KEY"):
        environment.text("SOME_KEY")


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("Yes", True), ("0", False), ("", True)])
def test_a_flag_is_yes_no_or_its_default(
    monkeypatch: pytest.MonkeyPatch, value: str, meant: bool
) -> None:
    monkeypatch.setenv("SOME_FLAG", value)
    assert environment.flag("SOME_FLAG", default=True) is meant


def test_a_flag_that_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="SOME_FLAG"):
        environment.flag("SOME_FLAG", default=True)


@pytest.mark.parametrize("value", ["-1", "eight", "8.5", "٣"])
def test_a_number_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PORT", value)
    with pytest.raises(ImproperlyConfigured, match="PORT"):
        environment.number("PORT", 8000)


def test_words_are_separated_by_commas_and_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", " a.example, b.example ,")
    assert environment.words("ALLOWED_HOSTS") == ["a.example", "b.example"]


def test_a_local_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    secret = local_secret(path)
    assert len(secret) >= 50
    assert local_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_secret_file_left_empty_by_a_cut_run_is_filled(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    path.touch(mode=0o600)
    assert local_secret(path) == path.read_text() != ""


def test_a_local_run_answers_to_localhost_its_address_and_its_name_on_the_network() -> None:
    names = local_hosts.names()
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(names)
    assert any(name.endswith(".local") for name in names)
    address = local_hosts.lan_address()
    assert address is None or address in names


def test_forms_may_come_from_every_name_of_the_machine_with_its_port() -> None:
    origins = local_hosts.origins(["localhost", "192.168.1.20", "*"], port=8123)
    assert "http://localhost:8123" in origins
    assert "http://192.168.1.20:8123" in origins
    assert not [origin for origin in origins if "*" in origin]
