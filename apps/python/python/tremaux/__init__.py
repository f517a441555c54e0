"""Provably best paths and plans, puzzles and games: one machinery for search.

By name, with the command line's words::

    >>> import tremaux
    >>> plan = tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5")
    >>> plan.cost, plan.optimal
    (14, True)

With functions of your own, for any hashable states::

    >>> tremaux.a_star(1, lambda n: [(2 * n, 3), (n + 1, 1)], lambda n: n == 10)
    ([1, 2, 3, 4, 5, 10], 7)
"""

from ._errors import InputError, LimitReached, NoProof, NotProved
from ._maps import Graph, Grid, StraightLine, path
from ._model import Model
from ._named import analyze, catalogue, command, explain, generate, solve, trace
from ._referee import referee
from ._report import Analysis, Progress, Report, Verdict
from ._rules import Game, Problem
from ._search import (
    a_star,
    anytime,
    beam,
    bfs,
    dijkstra,
    dijkstra_all,
    ida_star,
    k_shortest,
    search,
)
from ._watch import watch

__all__ = [
    "Analysis",
    "Game",
    "Graph",
    "Grid",
    "InputError",
    "LimitReached",
    "Model",
    "NoProof",
    "NotProved",
    "Problem",
    "Progress",
    "Report",
    "StraightLine",
    "Verdict",
    "a_star",
    "analyze",
    "anytime",
    "beam",
    "bfs",
    "catalogue",
    "command",
    "dijkstra",
    "dijkstra_all",
    "explain",
    "generate",
    "ida_star",
    "k_shortest",
    "path",
    "referee",
    "search",
    "solve",
    "trace",
    "watch",
]

__version__ = "0.1.0"
