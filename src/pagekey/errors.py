"""What goes wrong, said so that the reader can mend it: expected, got, where, hint."""

from __future__ import annotations


class PagekeyError(Exception):
    """Base of every error that pagekey raises on purpose. `str()` is one line, then the hint on a line of its own."""

    def __init__(self, message: str, *, expected: str = "", got: str = "", where: str = "", hint: str = "") -> None:
        self.message = message
        self.expected = expected
        self.got = got
        self.where = where
        self.hint = hint
        super().__init__(message)

    def __str__(self) -> str:
        line = f"{self.where}: {self.message}" if self.where else self.message
        if self.expected:
            line += f": expected {self.expected}"
        if self.got:
            line += f", got {self.got}" if self.expected else f": got {self.got}"
        return f"{line}\nhint: {self.hint}" if self.hint else line


class PolicyError(PagekeyError):
    """A policy cannot be used as it stands: unknown word, wrong type, a rule that does not come to rest."""


class PolicyMismatch(PagekeyError):
    """Two keyed tables were made under different rules, so their numbers do not compare.

    `differences`: (field, old, new) of everything that differs; `str()` has a line for each, the old value before the new one.
    """

    def __init__(self, message: str, *, differences: tuple[tuple[str, str, str], ...] = (), where: str = "", hint: str = "") -> None:
        self.differences = differences
        super().__init__(message, where=where, hint=hint)

    def __str__(self) -> str:
        line = f"{self.where}: {self.message}" if self.where else self.message
        width = max((len(name) for name, _, _ in self.differences), default=0)
        lines = [line + (":" if self.differences else "")]
        lines += [f"  {name:{width}}  {old} | {new}" for name, old, new in self.differences]
        return "\n".join([*lines, *([f"hint: {self.hint}"] if self.hint else [])])


class InputError(PagekeyError):
    """A file or table that cannot be read at all. A bad row inside a good file is a status, never this."""
