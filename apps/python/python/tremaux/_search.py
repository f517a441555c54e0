"""Searches with rules of your own."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from . import _native
from ._errors import LimitReached, NotProved
from ._named import _bytes
from ._numbers import check
from ._report import Progress, Report
from ._rules import Action, Problem, State
from ._states import Functions, Key, Keyed, adapted, keys_for, plain, with_keys

if TYPE_CHECKING:
    from typing_extensions import Unpack

Successors = Callable[[State], Iterable["tuple[State, float]"]]


class Options(TypedDict, total=False):
    """Options of a search but for its time: see :func:`search`."""

    depth: int | None
    seed: int
    nodes: int | None
    memory: int | str | None
    key: Key | None
    progress: Callable[[Progress], object] | None


class Limits(Options, total=False):
    """Options of a search."""

    time: float | None


def _searched(
    problem: object | None,
    start: object | None,
    functions: Functions | None,
    algorithm: str | None,
    claims: str,
    depth: int | None = None,
    seed: int = 0,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    key: Key | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Report[Any, Any]:
    memory = _bytes(memory)
    check(depth=depth, seed=seed, time=time, nodes=nodes, memory=memory)
    if functions is not None:
        keys = keys_for(start, key)
        if keys is not None:
            start, functions = Keyed(start, keys(start)), with_keys(functions, keys)
    elif problem is not None:
        rules = adapted(problem, start, key)
        if rules is not None:
            problem, start = rules, None if start is None else rules.wrapped(start)
    text, plans = _native.search(
        rules=problem, start=start, functions=functions, claims=claims, algorithm=algorithm, depth=depth, seed=seed,
        time=time, nodes=nodes, memory=memory, progress=Progress._listener(progress),
    )
    report: Report[Any, Any] = Report(json.loads(text))
    report.plans = [(moves, [plain(state) for state in states]) for moves, states in plans]
    if plans:
        report._fields["moves"], report.states = report.plans[0]
        for solution, (moves, _) in zip(report.solutions or [], report.plans):
            solution["moves"] = moves
    if functions is not None and report.is_impossible and report.assumes is not None:
        warnings.warn(NotProved(report.verdict), stacklevel=3)
    return report


Claim = Literal["admissible", "consistent", "nothing"]


@overload
def search(
    problem: Problem[State, Action], algorithm: str | None = None, *, start: State | None = None,
    h_is: Claim = "admissible", **limits: Unpack[Limits],
) -> Report[State, Action]: ...
# Any: rules with other names, such as `goal_test`, say nothing of their types.
@overload
def search(
    problem: object, algorithm: str | None = None, *, start: object | None = None, h_is: Claim = "admissible",
    **limits: Unpack[Limits],
) -> Report[Any, Any]: ...
def search(
    problem: object,
    algorithm: str | None = None,
    *,
    start: object | None = None,
    h_is: Claim = "admissible",
    **limits: Unpack[Limits],
) -> Report[Any, Any]:  # Any: see above.
    """Search a problem of your own by any algorithm of the catalogue.

    ``problem`` has ``initial``, ``actions(state)``, ``result(state, action)`` and ``is_goal(state)``, and
    may have ``action_cost(state, action, next)`` (otherwise each costs 1) and ``h(state)``; so do classes
    written for Russell and Norvig's ``aima`` code, with ``goal_test``, ``path_cost`` and ``h(node)``, or for ``simpleai``, with
    ``initial_state``, ``cost`` and ``heuristic``. States are
    hashable, or dicts, lists, sets, arrays and records of such; ``key(state)`` identifies others, or says which
    are the same. ``h_is`` says what is claimed of ``h``: ``admissible`` (never too high), ``consistent`` or
    ``nothing``; what is proved depends on it. An infinite ``h`` says that no goal can be reached, unless
    ``nothing`` is claimed; the report says where a proof rests on that (``assumes``). ``progress`` is called some twenty times a second with a
    :class:`Progress`; what it raises ends the search.

    >>> class Count:
    ...     initial = 1
    ...     def actions(self, n): return ["double", "add"]
    ...     def result(self, n, action): return 2 * n if action == "double" else n + 1
    ...     def is_goal(self, n): return n == 12
    ...     def action_cost(self, n, action, m): return 3 if action == "double" else 1
    >>> report = search(Count())
    >>> report.cost, report.moves, report.states
    (8, ['add', 'add', 'double', 'double'], [1, 2, 3, 6, 12])
    """
    return _searched(problem, start, None, algorithm, h_is, **limits)


def _told(report: Report[Any, Any], level: int = 3) -> Report[Any, Any]:
    """Warns if a plan that is to be a cheapest one is not proved to be."""
    if report.is_solved and not report.optimal and report.rounding is None:
        warnings.warn(NotProved(report.verdict), stacklevel=level)
    return report


def _best(report: Report[Any, Any]) -> tuple[list[Any], Any] | None:
    return _path(_told(report, 4))


def _path(report: Report[Any, Any]) -> tuple[list[Any], Any] | None:
    if report.is_solved:
        return report.states or [], report.cost
    if report.is_impossible:
        return None
    raise LimitReached(report)


def a_star(
    start: State,
    successors: Successors[State],
    is_goal: Callable[[State], bool],
    h: Callable[[State], float] | None = None,
    **limits: Unpack[Limits],
) -> tuple[list[State], float] | None:
    """A cheapest path from ``start`` to a goal and its cost; None if there is none (proved).

    ``successors(state)`` returns pairs of a state and the cost of the step; ``h`` never estimates too
    high, and is infinite only where no goal can be reached: None that rests on that is warned of
    (:class:`NotProved`). ``limits`` are ``time`` (seconds), ``nodes`` and ``memory``, beside them ``key`` as in :func:`search`; one that is reached raises
    :class:`LimitReached`. A heuristic that is seen to estimate too high is warned of: :class:`NotProved`. A* (Hart, Nilsson and Raphael 1968).

    >>> a_star((0, 0), lambda c: [((c[0] + 1, c[1]), 1), ((c[0], c[1] + 1), 1)], lambda c: c == (1, 1))
    ([(0, 0), (0, 1), (1, 1)], 2)
    """
    name = "dijkstra" if h is None else "a-star"
    return _best(_searched(None, start, Functions(successors, is_goal, h, True), name, "admissible", **limits))


def dijkstra(
    start: State, successors: Successors[State], is_goal: Callable[[State], bool], **limits: Unpack[Limits]
) -> tuple[list[State], float] | None:
    """A cheapest path from ``start`` to a goal and its cost (Dijkstra 1959); see :func:`a_star`."""
    return _best(_searched(None, start, Functions(successors, is_goal, None, True), "dijkstra", "admissible", **limits))


class Distances(dict[State, float]):
    """Costs by state, the nearest first; ``is_complete`` tells whether no limit left states out."""

    is_complete = True


def dijkstra_all(
    start: State,
    successors: Successors[State],
    *,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
) -> Distances[State]:
    """The cost of a cheapest path to every state that can be reached, the nearest first.

    With a limit, those that were reached by then: all that are cheaper are among them, and ``is_complete``
    is False.

    >>> dijkstra_all(1, lambda n: [(m, m - n) for m in (2 * n, n + 3) if m < 12])
    {1: 0, 2: 1, 4: 3, 5: 4, 7: 6, 8: 7, 10: 9, 11: 10}
    """
    size = _bytes(memory)
    check(time=time, nodes=nodes, memory=size)
    found, is_complete = _native.distances(successors, start, time, nodes, size)
    distances: Distances[State] = Distances(found)
    distances.is_complete = is_complete
    return distances


def bfs(
    start: State, successors: Callable[[State], Iterable[State]], is_goal: Callable[[State], bool], **limits: Unpack[Limits]
) -> list[State] | None:
    """A path with the fewest steps; ``successors(state)`` returns states.

    >>> bfs(1, lambda n: [2 * n, n + 1], lambda n: n == 10)
    [1, 2, 4, 5, 10]
    """
    found = _path(_searched(None, start, Functions(successors, is_goal, None, False), "breadth-first", "admissible", **limits))
    return None if found is None else found[0]


def ida_star(
    start: State,
    successors: Successors[State],
    is_goal: Callable[[State], bool],
    h: Callable[[State], float] | None = None,
    **limits: Unpack[Limits],
) -> tuple[list[State], float] | None:
    """Like :func:`a_star`, by iterative deepening (Korf 1985)."""
    return _best(_searched(None, start, Functions(successors, is_goal, h, True), "ida-star", "admissible", **limits))


def beam(
    start: State,
    successors: Successors[State],
    is_goal: Callable[[State], bool],
    h: Callable[[State], float],
    width: int = 100,
    **limits: Unpack[Limits],
) -> tuple[list[State], float] | None:
    """Some path, found with ``width`` states a layer; raises :class:`LimitReached` where none was."""
    check(width=width)
    name = f"beam(width={width})"
    return _path(_searched(None, start, Functions(successors, is_goal, h, True), name, "admissible", **limits))


def anytime(
    start: State,
    successors: Successors[State],
    is_goal: Callable[[State], bool],
    h: Callable[[State], float],
    *,
    time: float,
    **limits: Unpack[Options],
) -> Report[State, State]:
    """The best plan within a time, with its bound: anytime A* (Hansen and Zhou 2007)."""
    return _searched(
        None, start, Functions(successors, is_goal, h, True), "anytime-a-star", "admissible", time=time, **limits
    )


def k_shortest(
    start: State,
    successors: Successors[State],
    is_goal: Callable[[State], bool],
    k: int,
    h: Callable[[State], float] | None = None,
    *,
    loops: bool = False,
    **limits: Unpack[Limits],
) -> list[list[State]]:
    """The ``k`` cheapest paths, the cheapest first; with ``loops`` they may visit a state again."""
    check(k=k)
    name = f"k-best(paths={k}, loops={'yes' if loops else 'no'})"
    report = _told(_searched(None, start, Functions(successors, is_goal, h, True), name, "admissible", **limits))
    return [states for _, states in report.plans]
