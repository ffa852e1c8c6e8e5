"""Laws of the box: what a rules page shows has a source and words, and leads to real options."""

from games.core.contract import AnyRules
from games.core.words import languages_of
from games.testing.word_laws import require_keys


def law_the_box_is_described(rules: AnyRules) -> None:
    """Tables have different names, rows with words and texts in every language of the game."""
    tables = rules.components()
    assert len({table.name for table in tables}) == len(tables)
    for table in tables:
        assert table.rows, table.name
        assert all(row.number > 0 for row in table.rows), table.name
        has_detail = any(row.detail is not None for row in table.rows)
        assert has_detail == bool(table.detail), table.name
        for text in (table.title, table.source, *([table.detail] if has_detail else [])):
            _require_texts(rules, text, table.name)
        items = {row.item for row in table.rows}
        require_keys(rules, {f"component.{item}" for item in items if isinstance(item, str)})
        assert table.option in _options(rules), table.name


def law_rulings_are_told(rules: AnyRules) -> None:
    """Rulings have different numbers and whole sentences in every language of the game."""
    rulings = rules.rulings()
    assert len({ruling.id for ruling in rulings}) == len(rulings)
    for ruling in rulings:
        _require_texts(rules, ruling.text, ruling.id)
        assert all(text.endswith(".") for text in _texts(ruling.text)), ruling.id
        assert ruling.option in _options(rules), ruling.id


def law_placeholders_are_marked(rules: AnyRules) -> None:
    """A default that nobody confirmed is that of a table, or matters only with one that is."""
    corrected = {table.option for table in rules.components()}
    for option in rules.options():
        if getattr(option, "placeholder", None):
            assert {option.name, *(option.when or ())[:1]} & corrected, option.name


def _options(rules: AnyRules) -> set[str]:
    return {"", *(option.name for option in rules.options())}


def _texts(text: str | tuple[str, str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else text


def _require_texts(rules: AnyRules, text: str | tuple[str, str], where: str) -> None:
    assert len(_texts(text)) >= len(languages_of(rules.words)), where
    assert all(one == one.strip() != "" for one in _texts(text)), where
