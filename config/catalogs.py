"""Translation catalogues: extracted, completed, checked and compiled without gettext's tools.

Every app keeps its own `locale/<language>/LC_MESSAGES/django.po`; English is the language of the
message ids. Needs Babel, and to extract Django's template scanner, but no configured Django.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "replays", "tournaments")
LANGUAGES = ("fr",)
# What the boards of Kaiten's own games say stands in the catalogue of the pages that show them.
_BOARDS = {"replays": "games/*/templates/*.html"}
_NOT_SHIPPED = {"migrations", "locale", "static"}
_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


@dataclass(frozen=True, order=True)
class Problem:
    """One message of one catalogue that is not as it should be."""

    path: str
    kind: str
    message: str


def catalog_path(app: str, language: str, *, root: Path = ROOT) -> Path:
    """Return where the catalogue of `app` in `language` is kept."""
    return root / app / "locale" / language / "LC_MESSAGES" / "django.po"


def compile_catalogs(*, root: Path = ROOT) -> list[Path]:
    """Compile every catalogue that is newer than its compiled form; return what was written."""
    written = []
    for app in APPS:
        for source in sorted((root / app).glob("locale/*/LC_MESSAGES/django.po")):
            target = source.with_suffix(".mo")
            if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                continue
            compiled = io.BytesIO()
            write_mo(compiled, _read(source, source.parent.parent.name))
            # Replaced in one step: another process may be reading it.
            fresh = target.with_suffix(".mo.new")
            fresh.write_bytes(compiled.getvalue())
            fresh.replace(target)
            written.append(target)
    return written


def update_catalogs(*, prune: bool = False, root: Path = ROOT) -> list[Path]:
    """Add to every catalogue what the code says and it lacks; `prune` drops what nobody says."""
    changed = []
    for app, language, path in _catalogs(root):
        wanted = extract_messages(app, root=root)
        catalog = _read(path, language)
        before = _rendered(catalog) if path.exists() else ""
        for message in wanted:
            if message.id and catalog.get(message.id, message.context) is None:
                catalog.add(message.id, context=message.context, flags=message.flags)
        if prune:
            for message in [kept for kept in catalog if _unused(kept, wanted)]:
                catalog.delete(message.id, message.context)
            catalog.obsolete.clear()
        after = _rendered(catalog)
        if after != before:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, encoding="utf-8")
            changed.append(path)
    return changed


def check_catalogs(*, root: Path = ROOT) -> list[Problem]:
    """Return every message that is missing, uncertain, unused or does not fit its placeholders."""
    problems = []
    for app, language, path in _catalogs(root):
        wanted = extract_messages(app, root=root)
        catalog = _read(path, language)
        label = str(path.relative_to(root))
        for message in wanted:
            if message.id:
                known = catalog.get(message.id, message.context)
                if known is None or not _translated(known):
                    problems.append(Problem(label, "missing", _label(message)))
        for message in catalog:
            if not message.id:
                continue
            if message.fuzzy:
                problems.append(Problem(label, "fuzzy", _label(message)))
            if _unused(message, wanted):
                problems.append(Problem(label, "obsolete", _label(message)))
            elif _translated(message) and list(message.check(catalog)):
                problems.append(Problem(label, "placeholders", _label(message)))
        problems += [Problem(label, "obsolete", _label(old)) for old in catalog.obsolete.values()]
    return sorted(problems)


def extract_messages(app: str, *, root: Path = ROOT) -> Catalog:
    """Return every message that the Python files and templates of `app`, and boards, say."""
    # Whoever only compiles, as a build of the wheel does, needs no Django.
    from django.utils.translation.template import templatize

    catalog = Catalog()
    boards = root.glob(_BOARDS[app]) if app in _BOARDS else ()
    for path in (*_sources(root / app), *sorted(boards)):
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            # Parentheses keep the tokenizer from reading meaning into a template's indentation.
            text = f"(\n{templatize(text, origin=str(path))}\n)"
        extracted = extract("python", io.BytesIO(text.encode()), keywords=_KEYWORDS)
        for _line, message, _comments, context in extracted:
            catalog.add(message, context=context)
    return catalog


def _catalogs(root: Path) -> Iterator[tuple[str, str, Path]]:
    for app in APPS:
        for language in LANGUAGES:
            yield app, language, catalog_path(app, language, root=root)


def _sources(folder: Path) -> list[Path]:
    return sorted(
        path
        for pattern in ("*.py", "*.html", "*.txt")
        for path in folder.rglob(pattern)
        if not _NOT_SHIPPED.intersection(path.relative_to(folder).parts)
    )


def _read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=language, project="Kaiten", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8", abort_invalid=True)


def _rendered(catalog: Catalog) -> str:
    text = io.BytesIO()
    catalog.header_comment = ""
    write_po(text, catalog, width=100, sort_output=True, no_location=True, omit_header=True)
    header = (
        'msgid ""\nmsgstr ""\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Language: {catalog.locale_identifier}\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return header + text.getvalue().decode()


def _unused(message: Message, wanted: Catalog) -> bool:
    return bool(message.id) and wanted.get(message.id, message.context) is None


def _translated(message: Message) -> bool:
    words = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return bool(words) and all(words)


def _label(message: Message) -> str:
    first = message.id[0] if isinstance(message.id, (list, tuple)) else message.id
    return f"{message.context}: {first}" if message.context else str(first)
