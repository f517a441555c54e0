"""Reports."""

from __future__ import annotations

import json
from typing import Any


class _Fields:
    """The fields of a report of the catalogue; those that it leaves out are None."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._fields.get(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._fields,))

    def to_dict(self) -> dict[str, Any]:
        """The report as the command line's ``--format json`` writes it."""
        return dict(self._fields)


class Verdict(_Fields):
    """What the referee says of a run: ``ok``, ``step`` (the first wrong one, from 1), ``message``, ``steps``,
    and ``conventions``: those that explain every step."""

    def __bool__(self) -> bool:
        return bool(self.ok)


class Report(_Fields):
    """How an instance was solved: ``status``, ``cost``, ``moves``, ``bound``, ``optimal``, ``counts``,
    ``seconds``, ``algorithm``, ``heuristic`` and more, as the command line reports them."""

    #: For problems of your own: the states of the plan, from the first to the goal.
    states: list[Any] | None = None
    #: All plans that were found, if several were asked for: (actions, states).
    plans: list[tuple[list[Any], list[Any]]]

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.plans = []

    @classmethod
    def _of(cls, text: str) -> Report:
        return cls(json.loads(text))

    @property
    def is_solved(self) -> bool:
        """Whether there is a plan."""
        return self._fields.get("length") is not None

    @property
    def is_impossible(self) -> bool:
        """Whether it is proved that there is no plan."""
        return bool(self.status == "no-solution")

    def __bool__(self) -> bool:
        return self.is_solved

    def __repr__(self) -> str:
        counts = self.counts or {}
        by = " with ".join(filter(None, [self.algorithm, self.heuristic]))
        done = f"{counts.get('expanded', 0):,} expanded, {counts.get('generated', 0):,} generated"
        words = " ".join(map(str, self.moves[:60])) + (" …" if len(self.moves) > 60 else "") if self.moves else ""
        return "\n".join(filter(None, [self.verdict, words, f"{by}: {done}, {self.seconds:.3g} s"]))


class Analysis(_Fields):
    """What a position is worth: ``best``, ``score``, ``outcome``, ``line``, ``exact``, ``side``, ``depth``,
    ``nodes`` and more, as the command line reports them."""

    def __repr__(self) -> str:
        shown = {name: self._fields[name] for name in ("best", "score", "value", "outcome", "exact", "depth", "nodes") if name in self._fields}
        return f"Analysis({', '.join(f'{name}={value!r}' for name, value in shown.items())})"
