from pathlib import Path

import pytest

from config import catalogs


def test_every_message_has_its_french_translation() -> None:
    problems = catalogs.check_catalogs()
    assert not problems, "\n".join(f"{p.path}: {p.kind}: {p.message}" for p in problems)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A tiny project with one template and one module."""
    (tmp_path / "replays" / "templates").mkdir(parents=True)
    (tmp_path / "replays" / "templates" / "page.html").write_text(
        """{% load i18n %}
        <p title="it's">{% translate "Hello" %} {{ _("Bye")|upper }}</p>
      {% blocktranslate count n=n %}One match{% plural %}{{ n }} matches{% endblocktranslate %}
        {% translate "Open" context "a door" %}
        """
    )
    (tmp_path / "replays" / "views.py").write_text(
        'title = _("Hello, %(name)s")\nmigrated = gettext_noop("Kept")\n'
    )
    return tmp_path


def _kinds(project: Path) -> set[tuple[str, ...]]:
    return {(problem.kind, problem.message) for problem in catalogs.check_catalogs(root=project)}


def _replace(project: Path, old: str, new: str) -> None:
    path = catalogs.catalog_path("replays", "fr", root=project)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_messages_are_found_in_templates_and_in_code(project: Path) -> None:
    found = {
        (message.id, message.context)
        for message in catalogs.extract_messages("replays", root=project)
        if message.id
    }
    assert found == {
        ("Hello", None),
        ("Bye", None),
        (("One match", "%(n)s matches"), None),
        ("Open", "a door"),
        ("Hello, %(name)s", None),
        ("Kept", None),
    }


def test_an_update_adds_what_is_missing_and_changes_nothing_the_second_time(project: Path) -> None:
    assert catalogs.update_catalogs(root=project)
    assert catalogs.update_catalogs(root=project) == []
    assert ("missing", "Bye") in _kinds(project)


def test_an_update_keeps_translations_and_prunes_only_when_asked(project: Path) -> None:
    catalogs.update_catalogs(root=project)
    _replace(project, 'msgid "Bye"\nmsgstr ""', 'msgid "Bye"\nmsgstr "Salut"')
    (project / "replays" / "templates" / "page.html").write_text("")
    catalogs.update_catalogs(root=project)
    assert ("obsolete", "Bye") in _kinds(project)
    catalogs.update_catalogs(root=project, prune=True)
    assert ("obsolete", "Bye") not in _kinds(project)


def test_an_uncertain_translation_is_a_problem(project: Path) -> None:
    catalogs.update_catalogs(root=project)
    _replace(project, 'msgid "Bye"\nmsgstr ""', '#, fuzzy\nmsgid "Bye"\nmsgstr "Salut"')
    assert ("fuzzy", "Bye") in _kinds(project)


def test_a_translation_that_loses_a_placeholder_is_a_problem(project: Path) -> None:
    catalogs.update_catalogs(root=project)
    _replace(
        project, 'msgid "Hello, %(name)s"\nmsgstr ""', 'msgid "Hello, %(name)s"\nmsgstr "%(nom)s"'
    )
    assert ("placeholders", "Hello, %(name)s") in _kinds(project)


def test_compiling_writes_only_what_is_newer_than_its_compiled_form(project: Path) -> None:
    catalogs.update_catalogs(root=project)
    written = catalogs.compile_catalogs(root=project)
    assert [path.name for path in written] == ["django.mo"] * len(catalogs.APPS)
    assert catalogs.compile_catalogs(root=project) == []
