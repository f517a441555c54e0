"""Problems of variables and values."""

from __future__ import annotations

import operator
import re
import time as clock
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import LimitReached, NotProved
from ._named import solve
from ._notebook import rows
from ._numbers import check

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import DomainOptions
    from ._report import Report

Name = str | tuple[Hashable, ...]
#: Variables: names separated by blanks, a tuple that is a name, or several names.
Names = str | Iterable[Name]
#: Variables with numbers. Any: a mapping of words is not one of names, whose type is wider.
Terms = Mapping[Any, int]


def _limit_reached(report: Report, count: int) -> LimitReached:
    why = (report.stopped or "end of the search").replace("-", " ")
    found = f"{count} solution{'s' * (count != 1)}; there may be more" if count else "no solution; there may be some"
    return LimitReached(report, f"Stopped at the {why} with {found}.")


class Model:
    """Variables whose values must fit together; solved by constraint propagation.

    A variable is called by a word, or by a tuple such as ``("x", 1)``; several are words separated by blanks, or
    a list of names.

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
        # What the engine calls each variable, and its values by their words.
        self._words: dict[Name, str] = {}
        self._values: dict[str, dict[str, Any]] = {}
        self._has_total = False

    def __repr__(self) -> str:
        return f"Model of {len(self._words)} variables"

    def _names(self, names: Names) -> list[Name]:
        if isinstance(names, str):
            return [*names.split()]
        return [names] if isinstance(names, tuple) and names in self._words else list(names)

    def _word(self, value: object) -> str:
        text = str(value)
        if not re.fullmatch(r"[^\s;:#/]+", text):
            raise ValueError(f"a value is {value!r}; expected one without blanks, `;`, `:`, `#` and `/`")
        return text

    def _new(self, name: Name, taken: set[str]) -> str:
        """What the engine calls a new variable: a tuple by a word with a dot, which no word of a user has."""
        if not isinstance(name, tuple):
            if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name):
                raise ValueError(
                    f"a variable is called {name!r}; expected letters, digits and underscores, or a tuple"
                )
            return name
        parts = [re.sub(r"[^A-Za-z_0-9]", "'", str(part)) or "'" for part in name]
        word = "t." + ".".join(parts)
        while word in taken:
            word += "'"
        return word

    def variables(self, names: Names, values: Iterable[object]) -> None:
        """New variables, each with one of these values.

        >>> model = Model()
        >>> model.variables([("x", day) for day in range(3)], ["rest", "work"])
        >>> model.count([("x", day) for day in range(3)], "work", least=3)
        >>> model.solve()
        {('x', 0): 'work', ('x', 1): 'work', ('x', 2): 'work'}
        """
        words: dict[str, Any] = {}
        for value in values:
            if words.setdefault(self._word(value), value) != value:
                raise ValueError(f"the values {words[self._word(value)]!r} and {value!r} are written alike")
        new: dict[Name, str] = {}
        taken = set(self._values)
        for name in self._names(names):
            if name in self._words or name in new:
                raise ValueError(f"there is a variable {name} already")
            new[name] = self._new(name, taken)
            taken.add(new[name])
        self._words.update(new)
        self._values.update(dict.fromkeys(new.values(), words))
        self._statements.append(f"variables {' '.join(new.values())}: {' '.join(words)}")

    def _term(self, name: Name) -> str:
        """What the engine calls a variable, to whose name a number may be added: ``A+1``."""
        base = re.split(r"[+-]", name)[0] if isinstance(name, str) else name
        if base not in self._words:
            raise ValueError(f"there is no variable {name}; known: {', '.join(map(str, self._words))}")
        return self._words[base] + name[len(base) :] if isinstance(name, str) else self._words[base]

    def _known(self, names: Names) -> str:
        return " ".join(map(self._term, self._names(names)))

    def all_different(self, names: Names | Terms) -> None:
        """No two of these have the same value; ``A+1`` adds a number to a value, and so does ``{("x", 1): 1}``."""
        if isinstance(names, Mapping):
            known = " ".join(f"{self._term(name)}{operator.index(number):+}" for name, number in names.items())
        else:
            known = self._known(names)
        # One alone differs from nothing.
        if len(known.split()) > 1:
            self._statements.append(f"different {known}")

    def _valued(self, word: str, value: object) -> str:
        """The word of a value, which is not that of another value of the variable."""
        text, base = self._word(value), re.split(r"[+-]", word)[0]
        known = self._values[base].get(text, value)
        if known != value:
            name = next(name for name, its in self._words.items() if its == base)
            raise ValueError(f"{name} has the value {known!r}, not {value!r}")
        return text

    def _rows(self, names: str, rows: Iterable[object]) -> str:
        several = [row if isinstance(row, (tuple, list)) else (row,) for row in rows]
        columns = names.split()
        # What is too many or too few is told by the engine, with its place.
        columns += columns[-1:] * max(map(len, several), default=0)
        return " / ".join(" ".join(map(self._valued, columns, row)) for row in several)

    def allow(self, names: Names, rows: Iterable[object]) -> None:
        """Together they have one of these rows of values."""
        known = self._known(names)
        self._statements.append(f"allow {known}: {self._rows(known, rows)}")

    def forbid(self, names: Names, rows: Iterable[object]) -> None:
        """One or two variables do not have these rows of values."""
        known = self._known(names)
        self._statements.append(f"forbid {known}: {self._rows(known, rows)}")

    def fix(self, name: Name, value: object) -> None:
        """A variable has this value."""
        word = self._known([name])
        self._statements.append(f"fix {word} {self._valued(word, value)}")

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

    def _terms(self, terms: Names | Terms) -> str:
        pairs = terms.items() if isinstance(terms, Mapping) else [(name, 1) for name in self._names(terms)]
        return " ".join(f"{operator.index(factor)}*{self._term(name)}" for name, factor in pairs)

    def sum(
        self, terms: Names | Terms, *, least: int | None = None, most: int | None = None
    ) -> None:
        """The sum of these variables, whose values are whole numbers, is at least and at most this;
        ``{"A": 3, "B": -1}`` gives them factors."""
        self._statements.append(f"sum {self._terms(terms)}: {self._range(least, most)}")

    def count(
        self, names: Names, value: object, *, least: int | None = None, most: int | None = None
    ) -> None:
        """So many of these variables, at least and at most, have this value."""
        known = self._known(names)
        for name in known.split():
            self._valued(name, value)
        self._statements.append(f"count {known}: {self._word(value)} {self._range(least, most)}")

    def element(self, names: Names, index: Name, result: Name) -> None:
        """The variable at the place ``index``, counted from 1, has the value of ``result``."""
        self._statements.append(f"element {self._known(names)}: {self._known([index])} {self._known([result])}")

    def minimize(self, terms: Names | Terms) -> None:
        """The sum of these variables, with factors as in :meth:`sum`, is to be least."""
        self._statements.append(f"minimize {self._terms(terms)}")
        self._has_total = True

    def maximize(self, terms: Names | Terms) -> None:
        """The sum of these variables, with factors as in :meth:`sum`, is to be greatest."""
        self._statements.append(f"maximize {self._terms(terms)}")
        self._has_total = True

    def score(self, names: Names, points: Terms) -> None:
        """Points for values of these variables; the total is maximized."""
        known = self._known(names)
        for name in known.split():
            for value in points:
                self._valued(name, value)
        words = " ".join(f"{self._word(value)} {number}" for value, number in points.items())
        self._statements.append(f"score {known}: {words}")
        self._has_total = True

    @property
    def text(self) -> str:
        """The problem as ``tremaux solve constraints`` reads it."""
        return "\n".join(self._statements)

    def _repr_html_(self) -> str:
        values = {str(name): list(self._values[word].values()) for name, word in self._words.items()}
        rules = [line for line in self._statements if not line.startswith("variables ")]
        return rows({**values, "": "; ".join(rules)})

    def _answer(self, moves: Iterable[str]) -> dict[Name, Any]:
        """The value of each variable, from words such as ``A=1``."""
        pairs = (move.split("=", 1) for move in moves)
        found = {word: self._values[word][value] for word, value in pairs}
        return {name: found[word] for name, word in self._words.items() if word in found}

    # Any: each variable has values of its own.
    def solve(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | str | None = None,
        algorithm: str | None = None,
        heuristic: str | None = None,
        seed: int = 0,
        **options: Unpack[DomainOptions],
    ) -> dict[Name, Any] | None:
        """The value of each variable; None if there is no solution (proved).

        ``time`` (seconds), ``nodes`` (decisions) and ``memory`` are limits; :class:`LimitReached` is raised at one
        that is reached before there is an answer. An answer whose total is not proved to be the best is warned of:
        :class:`NotProved`. ``algorithm``, ``heuristic``, ``seed`` and all other options are those of
        :func:`tremaux.solve`.
        """
        report = solve(
            "constraints", self.text, time=time, nodes=nodes, memory=memory, algorithm=algorithm,
            heuristic=heuristic, seed=seed, **options,
        )
        if report.is_impossible:
            return None
        if not report.is_solved:
            raise _limit_reached(report, 0)
        if self._has_total and not report.optimal:
            warnings.warn(NotProved(report.verdict), stacklevel=2)
        return self._answer(report.moves or [])

    # Any: as in `solve`.
    def solutions(
        self,
        limit: int | None = None,
        *,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | str | None = None,
        seed: int = 0,
    ) -> Iterator[dict[Name, Any]]:
        """All solutions, or the first ``limit``, each once, as :meth:`solve` returns one; none is left out.

        The search goes on as they are taken. ``time`` (seconds), ``nodes`` (decisions) and ``memory`` are limits;
        where one is reached before the last solution, :class:`LimitReached` is raised after those that were found.
        A model with a total to minimize or maximize has one best answer, for which there is :meth:`solve`.

        >>> model = Model()
        >>> model.variables("A B", [1, 2, 3])
        >>> model.all_different("A B")
        >>> len(list(model.solutions())), next(model.solutions())
        (6, {'A': 1, 'B': 2})
        """
        check(limit=limit, time=time)
        if self._has_total:
            raise ValueError("the model has a total to minimize or maximize: its best answer is that of `solve`")
        limits: dict[str, Any] = {"nodes": nodes, "memory": memory, "seed": seed}
        return self._solutions(limit, time, limits)

    def _solutions(self, limit: int | None, time: float | None, limits: dict[str, Any]) -> Iterator[dict[Name, Any]]:
        # A search finds the same solutions in the same order, however many are sought: each seeks four times as
        # many as the one before it.
        given, sought = 0, 10
        started = clock.monotonic()
        while limit is None or given < limit:
            sought = sought if limit is None else min(sought, limit)
            left = None if time is None else max(0.0, time - (clock.monotonic() - started))
            report = solve(
                "constraints", self.text, algorithm=f"constraint-propagation(solutions={sought})", time=left, **limits
            )
            goals = [each["goal"] for each in report.solutions or [{"goal": report.goal}] if report.is_solved]
            for goal in goals[given:]:
                yield self._answer(str(goal).split())
            given = len(goals)
            if report.stopped is not None:
                raise _limit_reached(report, given)
            if given < sought:
                return
            sought *= 4
