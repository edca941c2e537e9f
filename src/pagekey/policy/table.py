"""Typed reading of one table of a policy: what is asked for comes back in its type, or a PolicyError says where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pagekey.errors import PolicyError
from pagekey.policy.spell import did_you_mean, quote

Path = tuple[str | int, ...]

_LONG = 10**9


class Source:
    """Where the words come from. `text` is the TOML text, if there is one; its lines are looked up when the first is asked for."""

    __slots__ = ("lines", "name", "text")

    def __init__(self, name: str, text: str | None = None) -> None:
        self.name = name
        self.text = text
        self.lines: dict[Path, int] | None = None

    def where(self, path: Path) -> str:
        """`house.toml:13 $.keep[0]`, or `dict $.keep[0]`."""
        from pagekey.policy.locate import lines, nearest, show

        if self.text is None:
            return f"{self.name} {show(path)}"
        if self.lines is None:
            self.lines = lines(self.text)
        line = nearest(self.lines, path)
        return f"{self.name}:{line} {show(path)}" if line else f"{self.name} {show(path)}"


class Table:
    """A mapping whose keys are all among `words`; an unknown one is refused at once. Each reader gives None where the word is absent."""

    __slots__ = ("data", "path", "source", "words")

    def __init__(
        self, source: Source, data: object, path: Path, words: tuple[str, ...], misplaced: Callable[[str, object], str] | None = None
    ) -> None:
        self.source = source
        self.path = path
        self.words = words
        if not isinstance(data, Mapping):
            raise self.wrong_type((), "a table", data)
        self.data: Mapping[object, object] = data
        for key in data:
            if not isinstance(key, str):
                raise self.error((), "unknown word", got=kind(key))
            if key not in words:
                hint = (misplaced(key, data[key]) if misplaced else "") or did_you_mean(key.replace("-", "_"), words)
                raise self.error((key,), "unknown word", hint=hint or f"the words here are {', '.join(words)}")

    def error(self, path: Path, message: str, *, expected: str = "", got: str = "", hint: str = "") -> PolicyError:
        """An error at `path` below this table, to be raised by the caller."""
        return PolicyError(message, expected=expected, got=got, where=self.where(path), hint=hint)

    def where(self, path: Path = ()) -> str:
        return self.source.where(self.path + path)

    def wrong_type(self, path: Path, expected: str, value: object, hint: str = "") -> PolicyError:
        return self.error(path, "wrong type", expected=expected, got=kind(value), hint=hint)

    def text(self, word: str, spell: Callable[[str], str] | None = None) -> str | None:
        """The string behind `word`, run through `spell`."""
        return self._string((word,), self.data[word], spell) if word in self.data else None

    def need(self, word: str, spell: Callable[[str], str] | None = None) -> str:
        """As `text`, but the word must be there."""
        value = self.text(word, spell)
        if value is None:
            raise self.error((word,), "missing word", expected=f"{word} = a string")
        return value

    def one_of(self, word: str, values: tuple[str, ...]) -> str | None:
        value = self.text(word)
        if value is None or value in values:
            return value
        expected = " or ".join(quote(v) for v in values)
        raise self.error((word,), "unknown value", expected=expected, got=quote(value), hint=did_you_mean(value.replace("_", "-"), values))

    def number(self, word: str) -> int | None:
        """The whole number behind `word`, from 1 to nine digits."""
        if word not in self.data:
            return None
        value = self.data[word]
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong_type((word,), "a whole number from 1", value)
        if not 1 <= value < _LONG:
            raise self.error((word,), "out of range", expected="a whole number from 1", got=kind(value))
        return value

    def texts(self, word: str, spell: Callable[[str], str] | None = None) -> tuple[str, ...] | None:
        """The list of strings behind `word`, without repetitions."""
        if word not in self.data:
            return None
        value = self.data[word]
        if not isinstance(value, (list, tuple)):
            hint = f"write [{quote(value)}]" if isinstance(value, str) else ""
            raise self.wrong_type((word,), "a list of strings", value, hint)
        return tuple(dict.fromkeys(self._string((word, i), item, spell) for i, item in enumerate(value)))

    def names(self, word: str, known: tuple[str, ...]) -> tuple[str, ...] | None:
        """The list of rule names behind `word`, each of them known."""

        def spell(name: str) -> str:
            if name in known:
                return name
            raise PolicyError(
                "unknown rule", got=quote(name), hint=did_you_mean(name.replace("_", "-"), known) or "`pagekey rule` lists all names"
            )

        return self.texts(word, spell)

    def pairs(self, word: str, spell: Callable[[str], str]) -> tuple[tuple[str, str], ...] | None:
        """The table of strings behind `word`; its keys are run through `spell`."""
        if word not in self.data:
            return None
        return tuple((self.spelt((word, key), key, spell), self._string((word, key), value)) for key, value in self._mapping(word))

    def lists(
        self, word: str, spell_key: Callable[[str], str], spell: Callable[[str], str]
    ) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
        """The table of lists of strings behind `word`; its keys are run through `spell_key`, the strings through `spell`."""
        if word not in self.data:
            return None
        pairs = self._mapping(word)
        inner = Table(self.source, self.data[word], (*self.path, word), tuple(key for key, _ in pairs))
        return tuple((self.spelt((word, key), key, spell_key), inner.texts(key, spell) or ()) for key, _ in pairs)

    def children(self, word: str) -> Iterator[tuple[str, object]]:
        """Key and value of each entry of the table behind `word`."""
        return iter(self._mapping(word) if word in self.data else ())

    def rows(self, word: str, words: tuple[str, ...]) -> Iterator[Table]:
        """The tables of the list behind `word`."""
        value = self.data.get(word, ())
        if not isinstance(value, (list, tuple)):
            hint = f"write [[{word}]]" if isinstance(value, Mapping) and self.source.text is not None else ""
            raise self.wrong_type((word,), "a list of tables", value, hint)
        for i, item in enumerate(value):
            yield Table(self.source, item, (*self.path, word, i), words)

    def spelt(self, path: Path, value: str, spell: Callable[[str], str]) -> str:
        """The value run through `spell`, whose error is given its place."""
        try:
            return spell(value)
        except PolicyError as error:
            error.where = self.where(path)
            raise

    def _string(self, path: Path, value: object, spell: Callable[[str], str] | None = None) -> str:
        if not isinstance(value, str):
            plain = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < _LONG
            raise self.wrong_type(path, "a string", value, f'write "{value}"' if plain else "")
        return self.spelt(path, value, spell) if spell else value

    def _mapping(self, word: str) -> list[tuple[str, object]]:
        value = self.data[word]
        if not isinstance(value, Mapping):
            raise self.wrong_type((word,), "a table", value)
        for key in value:
            if not isinstance(key, str):
                raise self.error((word,), "wrong type", expected="strings as keys", got=kind(key))
        return list(value.items())


def kind(value: object) -> str:
    """A value in the words of TOML, for an error."""
    if isinstance(value, str):
        return f"the string {quote(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}" if abs(value) < _LONG else "a number too long to show"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    return "None" if value is None else f"a {type(value).__name__}"
