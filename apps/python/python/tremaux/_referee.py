"""Judges the steps of anybody's search."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._named import _options, command
from ._report import Verdict
from ._states import adapted

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import DomainOptions


def _text(state: object) -> str:
    return ",".join(map(str, state)) if isinstance(state, (tuple, list)) else str(state)


def _quoted(word: str) -> str:
    for quote in "'\"":
        if quote not in word:
            return f"{quote}{word}{quote}"
    raise ValueError(f"{word!r} has both kinds of quotes; give it in a file, as the option file")


def _judged(
    words: list[str], given: list[tuple[str, str]], heuristic: str | None, run: str, by: str
) -> dict[str, Any]:
    words += [f"--{name.replace('_', '-')}={value}" for name, value in given]
    line = ["referee", "-", "--as", by, "--problem", " ".join(map(_quoted, words)), "--format", "json"]
    if heuristic is not None:
        line += ["--heuristic", heuristic]
    return dict(json.loads(command(*line, input=run)))


def _as_graph(problem: Any, start: Any, expansions: list[Any]) -> tuple[str, str, list[Any]]:
    """What the states of a run lead to, as a graph; its goals; the states by the numbers of its nodes."""
    numbers: dict[Any, int] = {start: 0}
    links = []
    for state in dict.fromkeys([start, *expansions]):
        numbers.setdefault(state, len(numbers))
        for action in problem.actions(state):
            to = problem.result(state, action)
            if hasattr(problem, "action_cost"):
                cost = problem.action_cost(state, action, to)
            else:
                cost = problem.path_cost(0, state, action, to) if hasattr(problem, "path_cost") else 1
            ends = [f"s{numbers.setdefault(it, len(numbers))}" for it in (state, to)]
            links.append({"source": ends[0], "target": ends[1], "weight": cost})
    states = list(numbers)
    is_goal = problem.is_goal if hasattr(problem, "is_goal") else problem.goal_test
    # There is a goal, though perhaps none that was seen.
    nodes: list[dict[str, Any]] = [{"id": f"s{number}"} for number in range(len(states) + 1)]
    if hasattr(problem, "h"):
        for node, state in zip(nodes, [*states, None]):
            node["h"] = 0 if state is None else problem.h(state)
    goals = [f"s{number}" for number, state in enumerate(states) if is_goal(state)] or [nodes[-1]["id"]]
    graph = {"directed": True, "multigraph": True, "nodes": nodes, "links": links}
    return json.dumps(graph), ",".join(goals), states


def referee(
    problem: str | object,
    expansions: str | Iterable[object],
    algorithm: str = "any",
    *,
    instance: str | None = None,
    start: object | None = None,
    heuristic: str | None = None,
    **options: Unpack[DomainOptions],
) -> Verdict:
    """Judge the states that a search expanded, in their order: is this what ``algorithm`` does?

    ``algorithm`` has conventions in brackets, such as ``a-star(ties=fifo, goal=expansion)``; those that it
    leaves open may be any. ``any`` tries all algorithms. ``problem`` is a domain, with ``instance`` and
    ``options`` as for :func:`solve`, or an object of your own as for :func:`search`. ``expansions`` are
    states, or the text of a run as ``tremaux referee`` reads it.

    >>> verdict = referee("graph", ["Arad", "Sibiu", "Fagaras"], "a-star", example="romania")
    >>> verdict.ok, verdict.step
    (False, 3)
    >>> verdict.message
    'step 3: expanded Fagaras with f = 415 while Rimnicu-Vilcea with f = 413 was open'
    """
    if isinstance(problem, str):
        if start is not None:
            raise TypeError("a domain takes an instance; a start is for problems of your own")
        run = expansions if isinstance(expansions, str) else json.dumps([_text(state) for state in expansions])
        words = [problem] if instance is None else [problem, instance]
        return Verdict(_judged(words, _options(options), heuristic, run, algorithm))
    if instance is not None or heuristic is not None or options:
        raise TypeError("a problem of your own takes a start, expansions and an algorithm")
    problem = adapted(problem, start, None) or problem
    first = getattr(problem, "initial") if start is None else start
    expanded = list(expansions)
    text, goals, states = _as_graph(problem, first, expanded)
    given = [("from", "s0"), ("to", goals)]
    run = json.dumps([f"s{states.index(state)}" for state in expanded])
    fields = _judged(["graph", text], given, None, run, algorithm)
    fields["message"] = re.sub(r"\bs(\d+)\b", lambda node: repr(states[int(node[1])]), fields["message"])
    return Verdict(fields)
