"""Refusals with stable codes; the words for a code live in `words.py` of the game or the core."""


class RuleViolation(Exception):
    """An event, option or record that the rules do not allow.

    `code` is stable and public; `params` are plain values that the words of the code may use.
    """

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        if not self.params:
            return self.code
        details = ", ".join(f"{name}={value!r}" for name, value in sorted(self.params.items()))
        return f"{self.code} ({details})"
