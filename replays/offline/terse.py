"""Python source without what only people read: on the way to a phone that is a third of it."""

import ast


def terse(source: bytes) -> bytes:
    """Return source that does the same on the same lines, without comments and docstrings."""
    text = source.decode()
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return source  # Written for a newer Python than this one.
    lines = text.split("\n")  # as Python counts them
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_text(node.value):
            _drop(node, lines)
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            inside.update(range(node.lineno, node.end_lineno or 0))
    for row, line in enumerate(lines):
        if line.lstrip().startswith("#") and row not in inside:
            lines[row] = ""
    return "\n".join(lines).encode()


def _drop(node: ast.Expr, lines: list[str]) -> None:
    """Leave an empty text where one stands by itself."""
    first, last = node.lineno - 1, (node.end_lineno or 0) - 1
    after = lines[last].encode()[node.end_col_offset :].strip()
    is_alone = not after or after.startswith(b"#")
    if lines[first][: node.col_offset].isspace() != bool(node.col_offset) or not is_alone:
        return  # It shares its line with something else.
    lines[first] = f'{" " * node.col_offset}""'
    for row in range(first + 1, last + 1):
        lines[row] = ""


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
