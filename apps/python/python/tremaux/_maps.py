"""Grids and graphs."""

from __future__ import annotations

import math
from array import array as packed
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from . import _native

Cell = tuple[int, int]


def _weights(array: Any) -> tuple[bytes, tuple[int, int]]:
    """A byte for each cell: 0 is blocked, others multiply the cost of a step to it."""
    if hasattr(array, "astype") and hasattr(array, "tobytes"):
        if array.ndim != 2:
            raise ValueError(f"the array has {array.ndim} dimensions; expected 2")
        whole = array.astype("uint8")
        if not (whole == array).all():
            raise ValueError("cells are 0 (blocked) to 255, or False and True")
        return whole.tobytes(), (int(array.shape[0]), int(array.shape[1]))
    rows = [list(row) for row in array]
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows):
        if len(row) != width:
            raise ValueError(f"row {number} has {len(row)} cells; expected {width}")
    given = [cell for row in rows for cell in row]
    cells = [int(cell) for cell in given]
    if any(not 0 <= cell <= 255 for cell in cells) or cells != given:
        raise ValueError("cells are 0 (blocked) to 255, or False and True")
    return bytes(cells), (len(rows), width)


def _floats(data: bytes) -> Any:
    """A NumPy array, or a list where NumPy is not installed."""
    try:
        import numpy
    except ImportError:
        return packed("d", data).tolist()
    return numpy.frombuffer(data).copy()


def _grid(array: Any, rules: dict[str, str]) -> Grid:
    return Grid(array, **rules)


class Drawing(str):
    """An SVG picture; notebooks show it."""

    def _repr_svg_(self) -> str:
        return str(self)


class Grid:
    """A map of cells: a NumPy array, nested lists, text or a list of its rows.

    In arrays, 0 and False are blocked; 1 and True are free; more multiplies what a step to the cell costs.
    Text is read as ``tremaux path`` reads a file; rows may be separated by blanks. Cells are (row, column).
    The options are those of ``tremaux solve grid``: ``movement`` is ``four``, ``eight-no-corners`` (eight
    neighbours, no corners cut), ``eight-one-side`` or ``eight-always``, by default ``eight-no-corners`` for a
    map of the MovingAI benchmarks and ``four`` otherwise; ``costs`` is ``sqrt2`` or whole numbers such as
    ``10/14``; ``terrain`` and ``wall`` say how text is read. ``algorithm`` is one that finds shortest paths,
    such as ``jps``.

    >>> grid = Grid("..# .#. ...", movement="four")
    >>> grid.path((0, 0), (2, 2))
    ([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], 4.0)
    """

    def __init__(self, array: Any, *, algorithm: str = "auto", **rules: str) -> None:
        given = list(rules.items())
        if not isinstance(array, str) and len(array) > 0 and all(isinstance(row, str) for row in array):
            array = "\n".join(array)
        if isinstance(array, str):
            text = array if "\n" in array.strip() else "\n".join(array.split())
            self._native = _native.Grid.parse(text, given, algorithm)
        else:
            self._native = _native.Grid(*_weights(array), given, algorithm)
        self.shape = self._native.shape
        self._weights = self._native.weights()
        # To build it again in another process.
        self._rules = {**rules, "algorithm": algorithm}
        self._array = array if isinstance(array, str) else None

    def __reduce__(self) -> tuple[Any, ...]:
        rows, columns = self.shape
        nested = [list(self._weights[row * columns : (row + 1) * columns]) for row in range(rows)]
        return _grid, (nested if self._array is None else self._array, self._rules)

    def path(self, start: Cell, goal: Cell) -> tuple[list[Cell], float] | None:
        """A cheapest path and its cost; None if there is none (proved)."""
        found: tuple[list[Cell], float] | None = self._native.path(start, goal)
        return found

    def paths(self, pairs: Sequence[tuple[Cell, Cell]], threads: int = 1) -> list[tuple[list[Cell], float] | None]:
        """A cheapest path for each pair of start and goal."""
        found: list[tuple[list[Cell], float] | None] = self._native.paths(pairs, threads)
        return found

    def distance_map(self, start: Cell) -> Any:
        """The cost of a cheapest path to each cell, infinite where there is none: a NumPy array, or nested
        lists where NumPy is not installed."""
        flat = _floats(self._native.distances(start))
        rows, columns = self.shape
        if isinstance(flat, list):
            return [flat[row * columns : (row + 1) * columns] for row in range(rows)]
        return flat.reshape(self.shape)

    def draw(self, path: Sequence[Cell] = ()) -> Drawing:
        """A picture of the map, for a notebook or a file, with a path such as ``grid.path(…)[0]``."""
        rows, columns = self.shape
        wide = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns} {rows}" width="{min(16 * columns, 640)}">']
        wide.append(f'<rect width="{columns}" height="{rows}" fill="#fff"/>')
        for at, weight in enumerate(self._weights):
            if weight != 1:
                shade = "#2d3a46" if weight == 0 else f"rgb({255 - min(weight, 9) * 12},{250 - min(weight, 9) * 12},{235 - min(weight, 9) * 14})"
                wide.append(f'<rect x="{at % columns}" y="{at // columns}" width="1" height="1" fill="{shade}"/>')
        if path:
            points = " ".join(f"{column + 0.5},{row + 0.5}" for row, column in path)
            wide.append(f'<polyline points="{points}" fill="none" stroke="#d55e00" stroke-width="0.3"/>')
        return Drawing("".join([*wide, "</svg>"]))

    def _repr_svg_(self) -> str:
        return str(self.draw())

    def __repr__(self) -> str:
        return f"Grid of {self.shape[0]} rows and {self.shape[1]} columns"


def path(array: Any, start: Cell, goal: Cell, **options: Any) -> tuple[list[Cell], float] | None:
    """A cheapest path on a map, for a single query: see :class:`Grid`, which takes the same options.

    >>> path([[1, 0], [1, 1]], (0, 0), (1, 1))
    ([(0, 0), (1, 0), (1, 1)], 2.0)
    """
    return Grid(array, **options).path(start, goal)


class Graph:
    """A directed graph of any hashable nodes, with costs of zero or more.

    ``hierarchy=True`` builds a contraction hierarchy: much faster queries, for whole costs.

    >>> graph = Graph.from_edges([("a", "b", 2), ("b", "c", 2), ("a", "c", 5)])
    >>> graph.path("a", "c")
    (['a', 'b', 'c'], 4)
    """

    def __init__(
        self, nodes: Sequence[Hashable], arcs: Iterable[tuple[Hashable, Hashable, float]], *, hierarchy: bool = False
    ) -> None:
        self.nodes = list(nodes)
        self._numbers = {node: number for number, node in enumerate(self.nodes)}
        tails: list[int] = []
        heads: list[int] = []
        costs: list[float] = []
        numbers = self._numbers
        for tail, head, cost in arcs:
            tails.append(numbers[tail])
            heads.append(numbers[head])
            costs.append(cost)
        self._is_whole = all(isinstance(cost, int) for cost in costs)
        if self._is_whole and max(costs, default=0) > 1 << 53:
            raise ValueError(f"a cost is {max(costs)}; expected at most 2**53, beyond which sums are not exact")
        self._native = _native.Graph(len(self.nodes), tails, heads, costs, hierarchy)
        # To build it again in another process.
        self._parts = (packed("q", tails), packed("q", heads), packed("q" if self._is_whole else "d", costs), hierarchy)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_native"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        tails, heads, costs, hierarchy = self._parts
        self._native = _native.Graph(len(self.nodes), list(tails), list(heads), list(costs), hierarchy)

    @classmethod
    def from_edges(
        cls, edges: Iterable[tuple[Hashable, Hashable, float]], *, directed: bool = True, hierarchy: bool = False
    ) -> Graph:
        """A graph of triples (tail, head, cost); with ``directed=False`` both ways."""
        arcs = list(edges)
        nodes = dict.fromkeys(node for tail, head, _ in arcs for node in (tail, head))
        if not directed:
            arcs += [(head, tail, cost) for tail, head, cost in arcs]
        return cls(list(nodes), arcs, hierarchy=hierarchy)

    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        weight: str | Callable[[Any, Any, Any], float | None] | None = "weight",
        *,
        hierarchy: bool = False,
    ) -> Graph:
        """A NetworkX graph. As there, ``weight`` is the name of an attribute, which costs 1 where an arc lacks it,
        or a function of tail, head and attributes, which leaves an arc out where it returns None; with None
        each arc costs 1. A name that no arc has is an error, but for the default.
        """
        arcs: list[tuple[Any, Any, float]] = []
        names = set()
        # Both ways where arcs have no direction.
        for tail, near in graph.adjacency():
            for head, data in near.items():
                if callable(weight):
                    cost = weight(tail, head, data)
                    arcs += [] if cost is None else [(tail, head, cost)]
                    continue
                for attributes in data.values() if graph.is_multigraph() else [data]:
                    names.update(attributes)
                    arcs.append((tail, head, attributes.get(weight, 1)))
        if arcs and isinstance(weight, str) and weight != "weight" and weight not in names:
            known = ", ".join(sorted(map(str, names))) or "none"
            raise ValueError(f"no edge has an attribute {weight!r}; there are: {known}")
        return cls(list(graph.nodes), arcs, hierarchy=hierarchy)

    @classmethod
    def from_scipy_sparse(cls, matrix: Any, *, hierarchy: bool = False) -> Graph:
        """A sparse matrix of costs; its nodes are the rows' numbers."""
        matrix = matrix.tocoo()
        arcs = zip(matrix.row.tolist(), matrix.col.tolist(), matrix.data.tolist(), strict=True)
        return cls(range(matrix.shape[0]), arcs, hierarchy=hierarchy)

    def _number(self, node: Hashable) -> int:
        try:
            return self._numbers[node]
        except KeyError:
            raise KeyError(f"the graph has no node {node!r}") from None

    def path(self, start: Hashable, goal: Hashable) -> tuple[list[Any], float] | None:
        """A cheapest path and its cost; None if there is none (proved)."""
        found = self._native.path(self._number(start), self._number(goal))
        if found is None:
            return None
        nodes, cost = found
        return [self.nodes[node] for node in nodes], int(cost) if self._is_whole else cost

    def distance_array(self, start: Hashable) -> Any:
        """The cost of a cheapest path to each node, in the order of ``nodes``, infinite where there is none: a NumPy
        array, or a list where NumPy is not installed."""
        return _floats(self._native.distances(self._number(start)))

    def distances(self, start: Hashable) -> dict[Any, float]:
        """The cost of a cheapest path to each node that can be reached."""
        costs = packed("d", self._native.distances(self._number(start)))
        pairs = zip(self.nodes, costs, strict=True)
        return {node: int(cost) if self._is_whole else cost for node, cost in pairs if cost < math.inf}

    def __repr__(self) -> str:
        return f"Graph of {len(self.nodes)} nodes"
