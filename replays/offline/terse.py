"""Python source without what only people read: on the way to a phone that is a third of it."""

import ast
import io
import tokenize


def terse(source: bytes) -> bytes:
    """Return source that does the same on the same lines, without comments and docstrings."""
    text = source.decode()
    lines = text.splitlines(keepends=True)
    _drop_strings(text, lines)
    _drop_comments(text, lines)
    return "".join(lines).encode()


def _drop_comments(text: str, lines: list[str]) -> None:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        row = token.start[0] - 1
        if token.type == tokenize.COMMENT and lines[row].lstrip().startswith("#"):
            lines[row] = "\n"


def _drop_strings(text: str, lines: list[str]) -> None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return  # Written for a newer Python than this one.
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_text(node.value):
            first, last = node.lineno - 1, (node.end_lineno or 0) - 1
            after = lines[last].encode()[node.end_col_offset :]
            if lines[first][: node.col_offset].isspace() != bool(node.col_offset) or after.strip():
                continue  # It shares its line with something else.
            lines[first] = f'{" " * node.col_offset}""\n'
            for row in range(first + 1, last + 1):
                lines[row] = "\n"


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
