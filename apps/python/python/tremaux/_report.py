"""Reports."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic

from ._notebook import Drawing, rows
from ._rules import Action, Player, State

Number = int | float
Fields = dict[str, object]


class _Fields:
    """The fields of a report of the catalogue; those that it leaves out are None."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            known = type(self).__annotations__
            if name.startswith("_") or not (name in known or name in self._fields):
                near = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean `{near[0]}`?" if near else ""
                raise AttributeError(f"{type(self).__name__} has no field `{name}`{hint}", name=name, obj=self)
            return self._fields.get(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *type(self).__annotations__]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._fields,), {name: it for name, it in self.__dict__.items() if name != "_fields"}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields.items())})"

    def _repr_html_(self) -> str:
        return f"<div>{self.__dict__.get('picture') or ''}{rows(self._fields)}</div>"

    # Any: JSON.
    def to_dict(self) -> dict[str, Any]:
        """The report as the command line's ``--format json`` writes it."""
        return dict(self._fields)


class Verdict(_Fields):
    """What the referee says of a run: ``ok``, ``step`` (the first wrong one, from 1), ``message``, ``steps``,
    and ``conventions``: those that explain every step."""

    ok: bool
    step: int | None
    line: int | None
    message: str
    steps: int
    conventions: list[str]
    tried: int

    def __bool__(self) -> bool:
        return bool(self.ok)


#: What a listener returns to end a search, which then reports what it has found.
STOP = object()


class Progress(_Fields):
    """How far a search is: ``seconds``, and of a search for plans ``expanded``, ``generated``, ``bound`` (no plan is
    cheaper), ``cost`` (of the best plan so far) and ``bytes``; of an analysis ``depth`` and ``nodes``, by name also
    ``score`` and ``best``, where the algorithm has them before its end."""

    expanded: int
    generated: int
    bound: Number
    cost: Number | None
    bytes: int
    depth: int | None
    nodes: int | None
    score: int | None
    bounds: list[int] | None
    best: str | None
    seconds: float

    @classmethod
    def _listener(cls, listener: Callable[[Progress], object] | None) -> Callable[[str], bool] | None:
        return None if listener is None else lambda text: listener(cls(json.loads(text))) is not STOP


class Report(_Fields, Generic[State, Action]):
    """How an instance was solved: ``status``, ``cost``, ``moves``, ``bound``, ``optimal``, ``counts``,
    ``seconds``, ``algorithm``, ``heuristic`` and more, as the command line reports them."""

    schema: int
    domain: str
    instance: str
    algorithm: str
    heuristic: str | None
    status: str
    cost: Number | None
    length: int | None
    parts: int | None
    moves: list[Action] | None
    plan_notes: list[str] | None
    bound: Number | None
    optimal: bool | None
    rounding: Number | None
    assumes: str | None
    goal: str | None
    total: int | None
    solutions: list[Fields] | None
    only: bool | None
    stopped: str | None
    counts: dict[str, int]
    map: str | None
    movement: str | None
    costs: str | None
    path: list[str] | None
    nearest: str | None
    nearest_cost: Number | None
    nearest_path: list[str] | None
    expected: Number | None
    notes: list[str] | None
    preparation_seconds: float | None
    prepared_file: str | None
    peak_bytes: int | None
    seconds: float
    seed: int
    threads: int
    verdict: str
    #: For problems of your own: the states of the plan, from the first to the goal.
    states: list[State] | None = None
    #: All plans that were found, if several were asked for: (actions, states).
    plans: list[tuple[list[Action], list[State]]]
    #: The best solution, or the start if its text is a board, of a problem by name.
    picture: Drawing | None = None

    # Any: JSON.
    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.plans = []

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


class Analysis(_Fields, Generic[State, Action, Player]):
    """What a position is worth: ``best``, ``score``, ``outcome``, ``line``, ``exact``, ``side``, ``depth``,
    ``counts`` and more, as the command line reports them."""

    schema: int
    game: str
    position: State
    side: Player
    is_chance: bool | None
    is_over: bool | None
    best: Action | None
    score: int | None
    value: float | None
    payoffs: list[float] | None
    exact: bool
    outcome: str | None
    plies: int | None
    expectations: list[Fields] | None
    bounds: list[float] | None
    exploitability: float | None
    mix: list[Fields] | None
    strategy: list[Fields] | None
    curve: list[Fields] | None
    at_least: int | None
    at_most: int | None
    visits: int | None
    win_rate: float | None
    confidence: float | None
    depth: int
    line: list[Action]
    lines: list[Fields] | None
    moves: list[Fields]
    # Any: whole numbers, and a record of those of the last iteration.
    counts: dict[str, Any]
    algorithm: str
    seconds: float
    threads: int
    stopped: str | None
    #: The position, if it is a board, of a game by name.
    picture: Drawing | None = None

    def __repr__(self) -> str:
        shown = {name: self._fields[name] for name in ("best", "score", "value", "outcome", "exact", "depth") if name in self._fields}
        return f"Analysis({', '.join(f'{name}={value!r}' for name, value in shown.items())})"
