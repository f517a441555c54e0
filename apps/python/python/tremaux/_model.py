"""Problems of variables and values."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._errors import LimitReached
from ._named import solve


class Model:
    """Variables whose values must fit together; solved by constraint propagation.

    >>> model = Model()
    >>> model.variables("WA NT SA Q NSW V T", ["red", "green", "blue"])
    >>> for pair in ["WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V"]:
    ...     model.all_different(pair)
    >>> model.fix("SA", "blue")
    >>> answer = model.solve()
    >>> answer["SA"], answer["WA"] == answer["Q"]
    ('blue', True)
    """

    def __init__(self) -> None:
        self._statements: list[str] = []
        self._values: dict[str, dict[str, Any]] = {}

    @staticmethod
    def _names(names: str | Iterable[str]) -> list[str]:
        return names.split() if isinstance(names, str) else list(names)

    def _word(self, value: Any) -> str:
        text = str(value)
        if not re.fullmatch(r"[^\s;:#/]+", text):
            raise ValueError(f"a value is {value!r}; expected one without blanks, `;`, `:`, `#` and `/`")
        return text

    def variables(self, names: str | Iterable[str], values: Iterable[Any]) -> None:
        """New variables, each with one of these values."""
        words: dict[str, Any] = {}
        for value in values:
            if words.setdefault(self._word(value), value) != value:
                raise ValueError(f"the values {words[self._word(value)]!r} and {value!r} are written alike")
        several = self._names(names)
        for nth, name in enumerate(several):
            if not re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name):
                raise ValueError(f"a variable is called {name!r}; expected letters, digits and underscores")
            if name in self._values or name in several[:nth]:
                raise ValueError(f"there is a variable {name} already")
        self._values.update(dict.fromkeys(several, words))
        self._statements.append(f"variables {' '.join(several)}: {' '.join(words)}")

    def _known(self, names: str | Iterable[str]) -> str:
        several = self._names(names)
        for name in several:
            # A number may be added: `A+1`.
            if re.split(r"[+-]", name)[0] not in self._values:
                raise ValueError(f"there is no variable {name}; known: {', '.join(self._values)}")
        return " ".join(several)

    def all_different(self, names: str | Iterable[str]) -> None:
        """No two of these have the same value; ``A+1`` adds a number to a value."""
        self._statements.append(f"different {self._known(names)}")

    def _valued(self, name: str, value: Any) -> str:
        """The word of a value, which is not that of another value of the variable."""
        word = self._word(value)
        known = self._values[re.split(r"[+-]", name)[0]].get(word, value)
        if known != value:
            raise ValueError(f"{name} has the value {known!r}, not {value!r}")
        return word

    def _rows(self, names: str, rows: Iterable[Any]) -> str:
        several = [row if isinstance(row, (tuple, list)) else (row,) for row in rows]
        columns = names.split()
        # What is too many or too few is told by the engine, with its place.
        columns += columns[-1:] * max(map(len, several), default=0)
        return " / ".join(" ".join(map(self._valued, columns, row)) for row in several)

    def allow(self, names: str | Iterable[str], rows: Iterable[Sequence[Any]]) -> None:
        """Together they have one of these rows of values."""
        known = self._known(names)
        self._statements.append(f"allow {known}: {self._rows(known, rows)}")

    def forbid(self, names: str | Iterable[str], rows: Iterable[Sequence[Any]]) -> None:
        """One or two variables do not have these rows of values."""
        known = self._known(names)
        self._statements.append(f"forbid {known}: {self._rows(known, rows)}")

    def fix(self, name: str, value: Any) -> None:
        """A variable has this value."""
        self._statements.append(f"fix {self._known([name])} {self._valued(name, value)}")

    @staticmethod
    def _range(least: int | None, most: int | None) -> str:
        ends = [None if end is None else operator.index(end) for end in (least, most)]
        match ends:
            case [None, None]:
                raise ValueError("expected `least`, `most` or both")
            case [None, most]:
                return f"<= {most}"
            case [least, None]:
                return f">= {least}"
        return f"{ends[0]}..{ends[1]}"

    def _terms(self, terms: str | Iterable[str] | Mapping[str, int]) -> str:
        if not isinstance(terms, Mapping):
            terms = dict.fromkeys(self._known(terms).split(), 1)
        return " ".join(f"{operator.index(factor)}*{self._known([name])}" for name, factor in terms.items())

    def sum(
        self, terms: str | Iterable[str] | Mapping[str, int], *, least: int | None = None, most: int | None = None
    ) -> None:
        """The sum of these variables, whose values are whole numbers, is at least and at most this;
        ``{"A": 3, "B": -1}`` gives them factors."""
        self._statements.append(f"sum {self._terms(terms)}: {self._range(least, most)}")

    def count(
        self, names: str | Iterable[str], value: Any, *, least: int | None = None, most: int | None = None
    ) -> None:
        """So many of these variables, at least and at most, have this value."""
        known = self._known(names)
        for name in known.split():
            self._valued(name, value)
        self._statements.append(f"count {known}: {self._word(value)} {self._range(least, most)}")

    def element(self, names: str | Iterable[str], index: str, result: str) -> None:
        """The variable at the place ``index``, counted from 1, has the value of ``result``."""
        self._statements.append(f"element {self._known(names)}: {self._known([index])} {self._known([result])}")

    def minimize(self, terms: str | Iterable[str] | Mapping[str, int]) -> None:
        """The sum of these variables, with factors as in :meth:`sum`, is to be least."""
        self._statements.append(f"minimize {self._terms(terms)}")

    def maximize(self, terms: str | Iterable[str] | Mapping[str, int]) -> None:
        """The sum of these variables, with factors as in :meth:`sum`, is to be greatest."""
        self._statements.append(f"maximize {self._terms(terms)}")

    def score(self, names: str | Iterable[str], points: Mapping[Any, int]) -> None:
        """Points for values of these variables; the total is maximized."""
        known = self._known(names)
        for name in known.split():
            for value in points:
                self._valued(name, value)
        words = " ".join(f"{self._word(value)} {number}" for value, number in points.items())
        self._statements.append(f"score {known}: {words}")

    @property
    def text(self) -> str:
        """The problem as ``tremaux solve constraints`` reads it."""
        return "\n".join(self._statements)

    def solve(self, **options: Any) -> dict[str, Any] | None:
        """The value of each variable; None if there is no solution (proved). ``options`` are those of
        :func:`tremaux.solve`."""
        report = solve("constraints", self.text, **options)
        if report.is_impossible:
            return None
        if not report.is_solved:
            raise LimitReached(report)
        pairs = (move.split("=", 1) for move in report.moves or [])
        found = {name: self._values[name][word] for name, word in pairs}
        return {name: found[name] for name in self._values if name in found}
