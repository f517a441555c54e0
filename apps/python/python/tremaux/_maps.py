"""Grids and graphs."""

from __future__ import annotations

import importlib
import math
import warnings
from array import array as packed
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from . import _native
from ._errors import NotProved
from ._named import _options
from ._notebook import Drawing
from ._numbers import check, plain
from ._rules import Node

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import GridOptions

Cell = tuple[int, int]
#: Nodes of a graph to be made.
Name = TypeVar("Name")


class Array(Protocol):
    """An array of NumPy, or one like it."""

    @property
    def ndim(self) -> int: ...
    def __len__(self) -> int: ...
    def tobytes(self) -> bytes: ...


#: A map: text, its rows, or numbers.
Cells = str | Sequence[str] | Sequence[Sequence[float]] | Array

#: Whole costs beyond this are not exact as floats.
_MOST = 1 << 53
_CELLS = "expected rows of cells that are 0 or infinite (blocked), positive weights, or False and True"


def _weights(array: Any) -> tuple[bytes | packed[float], tuple[int, int]]:
    """A number for each cell: 0 is blocked, others multiply the cost of a step to it. Bytes if all are whole
    and at most 255."""
    if hasattr(array, "astype") and hasattr(array, "tobytes"):
        if array.ndim != 2:
            raise ValueError(f"the array has {array.ndim} dimensions; expected 2")
        if getattr(array, "mask", False) is not False:
            raise ValueError("the array is masked; expected one that has all cells, such as array.filled(0)")
        if array.dtype.kind == "O":
            return _weights(array.tolist())
        if array.dtype.kind not in "biuf":
            raise ValueError(f"the array is of {array.dtype}; {_CELLS}")
        shape = (int(array.shape[0]), int(array.shape[1]))
        cells = array.astype("float64")
        if not (cells >= 0).all():
            raise ValueError(_CELLS)
        cells[cells == math.inf] = 0
        whole = cells.clip(0, 255).astype("uint8")
        is_whole = bool((whole == cells).all())
        return whole.tobytes() if is_whole else packed("d", cells.tobytes()), shape
    try:
        rows = [packed("d", iter(row)) for row in array]
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{error}; {_CELLS}") from None
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows):
        if len(row) != width:
            raise ValueError(f"row {number} has {len(row)} cells; expected {width}")
    given = [cell for row in rows for cell in row]
    if not all(cell >= 0 for cell in given):
        raise ValueError(_CELLS)
    free = packed("d", [0.0 if cell == math.inf else cell for cell in given])
    is_whole = all(cell <= 255 and cell.is_integer() for cell in free)
    return bytes(map(int, free)) if is_whole else free, (len(rows), width)


def _floats(data: bytes, shape: tuple[int, ...]) -> Any:
    """A NumPy array of this shape, or nested lists where NumPy is not installed."""
    try:
        import numpy
    except ImportError:
        flat = packed("d", data).tolist()
        if len(shape) == 1:
            return flat
        rows, columns = shape
        return [flat[row * columns : (row + 1) * columns] for row in range(rows)]
    return numpy.frombuffer(data).copy().reshape(shape)


def _several(starts: Any) -> list[Any]:
    """A start, or a list or set of them."""
    if not isinstance(starts, (list, set)):
        return [starts]
    if not starts:
        raise ValueError("there is no start; expected at least one")
    return list(starts)


def _column(frame: Any, name: str) -> list[Any]:
    """The values of a column, as Python's own numbers."""
    if name not in frame.columns:
        raise KeyError(f"the frame has no column {name!r}; there are: {', '.join(map(str, frame.columns))}")
    column = frame[name]
    return list(column.tolist() if hasattr(column, "tolist") else column)


def _triple(arc: tuple[Name, Name, float]) -> tuple[Name, Name, float]:
    try:
        tail, head, cost = arc
    except (TypeError, ValueError):
        raise ValueError(f"an arc is {arc!r}; expected (tail, head, cost)") from None
    return tail, head, cost


def _arc_cost(tail: Hashable, head: Hashable, cost: Any, is_hierarchy: bool) -> float:
    """The cost of an arc as a number of Python's, or why it is refused."""
    expected = "a number of zero or more, at most 2**53 if it is whole"
    try:
        known = plain(cost)
    except TypeError:
        raise TypeError(f"the cost from {tail!r} to {head!r} is {cost!r}; expected {expected}") from None
    if not known >= 0 or known > _MOST and isinstance(known, int):
        raise ValueError(f"the cost from {tail!r} to {head!r} is {cost!r}; expected {expected}")
    if is_hierarchy and known < math.inf and not (known < 1 << 31 and known == int(known)):
        raise ValueError(
            f"the cost from {tail!r} to {head!r} is {cost!r}; a hierarchy takes whole costs below 2**31: scale and "
            "round them, or do without a hierarchy"
        )
    return known


def _grid(array: Any, rules: dict[str, Any]) -> Grid:
    return Grid(array, **rules)


class Grid:
    """A map of cells: a NumPy array, nested lists, text or a list of its rows.

    In arrays, 0, False and infinite cells are blocked; 1 and True are free; other numbers, with fractions or
    not, multiply what a step to the cell costs. Text is read as ``tremaux path`` reads a file; rows may be separated by blanks. Cells are (row, column).
    The options are those of ``tremaux solve grid``: ``movement`` is ``four``, ``eight-no-corners`` (eight
    neighbours, no corners cut), ``eight-one-side`` or ``eight-always``, by default ``eight-no-corners`` for a
    map of the MovingAI benchmarks and ``four`` otherwise; ``costs`` is ``sqrt2`` or whole numbers such as
    ``10/14``; ``terrain`` and ``wall`` say how text is read. ``algorithm`` is one that finds shortest paths,
    such as ``jps``; maps with fractions, or with weights above 255, take none. With ``theta-star`` or
    ``lazy-theta-star`` paths run at any angle: each cell of a path sees the next, and paths are short, but not
    always shortest; one of ``lazy-theta-star`` is, rarely, even longer than the shortest path of steps.

    >>> grid = Grid("..# .#. ...", movement="four")
    >>> grid.path((0, 0), (2, 2))
    ([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], 4.0)
    >>> Grid([[1, 2.5, 1], [0.5, 0.5, 0.5]], movement="four").path((0, 0), (0, 2))
    ([(0, 0), (1, 0), (1, 1), (1, 2), (0, 2)], 2.5)
    >>> Grid("..... .....", movement="eight-no-corners", algorithm="theta-star").path((0, 0), (1, 4))[0]
    [(0, 0), (1, 4)]
    """

    _weights: bytes | packed[float]

    def __init__(self, array: Cells, *, algorithm: str = "auto", **rules: Unpack[GridOptions]) -> None:
        given, cells = _options(rules), cast(Any, array)
        if not isinstance(array, str) and len(array) > 0 and all(isinstance(row, str) for row in cells):
            array = "\n".join(cells)
        if isinstance(array, str):
            text = array if "\n" in array.strip() else "\n".join(array.split())
            self._native = _native.Grid.parse(text, given, algorithm)
            self._weights = self._native.weights()
        else:
            self._weights, shape = _weights(array)
            self._native = _native.Grid(self._weights, shape, given, algorithm)
        self.shape = self._native.shape
        # To build it again in another process.
        self._rules = {**rules, "algorithm": algorithm}
        self._array = array if isinstance(array, str) else None

    def __reduce__(self) -> tuple[Any, ...]:
        rows, columns = self.shape
        nested = [list(self._weights[row * columns : (row + 1) * columns]) for row in range(rows)]
        return _grid, (nested if self._array is None else self._array, self._rules)

    def path(self, start: Cell, goal: Cell) -> tuple[list[Cell], float] | None:
        """A cheapest path and its cost; None if there is none (proved). At any angle it has only the cells where
        it turns, and may not be a cheapest."""
        found: tuple[list[Cell], float] | None = self._native.path(start, goal)
        return found

    def paths(self, pairs: Sequence[tuple[Cell, Cell]], threads: int = 1) -> list[tuple[list[Cell], float] | None]:
        """A cheapest path for each pair of start and goal."""
        check(threads=threads)
        found: list[tuple[list[Cell], float] | None] = self._native.paths(pairs, threads)
        return found

    # Any: NumPy's array, or nested lists.
    def distance_map(self, start: Cell | list[Cell] | set[Cell], *, cutoff: float | None = None) -> Any:
        """The cost of a cheapest path to each cell from ``start``, or from the nearest of several; infinite where
        there is none, or none that costs at most ``cutoff``. A NumPy array, or nested lists where NumPy is not
        installed.

        >>> Grid("... ...", movement="four").distance_map([(0, 0), (0, 2)], cutoff=1).tolist()
        [[0.0, 1.0, 0.0], [1.0, inf, 1.0]]
        """
        check(cutoff=cutoff)
        return _floats(self._native.distances(_several(start), cutoff), self.shape)

    def isochrone(self, start: Cell | list[Cell] | set[Cell], cost: float) -> list[Cell]:
        """The cells that can be reached from ``start``, or from one of several, at no more than this cost, row
        by row.

        >>> Grid("..# ...", movement="four").isochrone((0, 0), 2)
        [(0, 0), (0, 1), (1, 0), (1, 1)]
        """
        check(cost=cost)
        costs = packed("d", self._native.distances(_several(start), cost))
        columns = self.shape[1]
        return [divmod(at, columns) for at, reached in enumerate(costs) if reached < math.inf]

    def draw(self, path: Sequence[Cell] = ()) -> Drawing:
        """A picture of the map, for a notebook or a file, with a path such as ``grid.path(…)[0]``."""
        rows, columns = self.shape
        wide = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns} {rows}" width="{min(16 * columns, 640)}">']
        wide.append(f'<rect width="{columns}" height="{rows}" fill="#fff"/>')
        for at in range(0, rows * columns, columns):
            column = 0
            for weight, same in groupby(self._weights[at : at + columns]):
                width = len(list(same))
                if weight != 1:
                    dark = round(12 * min(weight, 9))
                    shade = "#2d3a46" if weight == 0 else f"rgb({255 - dark},{250 - dark},{235 - dark})"
                    wide.append(f'<rect x="{column}" y="{at // columns}" width="{width}" height="1" fill="{shade}"/>')
                column += width
        if path:
            points = " ".join(f"{column + 0.5},{row + 0.5}" for row, column in path)
            wide.append(f'<polyline points="{points}" fill="none" stroke="#d55e00" stroke-width="0.3"/>')
        return Drawing("".join([*wide, "</svg>"]))

    def _repr_svg_(self) -> str:
        return str(self.draw())

    def __repr__(self) -> str:
        return f"Grid of {self.shape[0]} rows and {self.shape[1]} columns"


def path(
    array: Cells, start: Cell, goal: Cell, *, algorithm: str = "auto", **rules: Unpack[GridOptions]
) -> tuple[list[Cell], float] | None:
    """A cheapest path on a map, for a single query: see :class:`Grid`, which takes the same options.

    >>> path([[1, 0], [1, 1]], (0, 0), (1, 1))
    ([(0, 0), (1, 0), (1, 1)], 2.0)
    """
    return Grid(array, algorithm=algorithm, **rules).path(start, goal)


class StraightLine:
    """Estimates for :meth:`Graph.path`: the straight line to the goal, times ``factor``; see
    :meth:`Graph.straight_line`."""

    # Any: it does not matter what the nodes are.
    def __init__(self, graph: Graph[Any], points: list[tuple[float, float]]) -> None:
        self._graph = graph
        self._points = points
        self._native = graph._native.straight_line(points)

    def __reduce__(self) -> tuple[Any, ...]:
        return StraightLine, (self._graph, self._points)

    def __repr__(self) -> str:
        return f"StraightLine with the factor {self.factor:g}"

    @property
    def factor(self) -> float:
        """What lengths are multiplied by."""
        return self._native.factor

    def _of(self, graph: Graph[Any]) -> _native.StraightLine:
        own = self._graph
        if own is not graph and (own.nodes, own._parts) != (graph.nodes, graph._parts):
            raise ValueError("the straight lines are those of another graph")
        return self._native


class Graph(Generic[Node]):
    """A directed graph of any hashable nodes, with costs of zero or more. Costs that are whole stay exact. An arc
    whose cost is infinite is left out.

    ``hierarchy=True`` builds a contraction hierarchy: much faster queries, for whole costs.

    >>> graph = Graph.from_edges([("a", "b", 2), ("b", "c", 2), ("a", "c", 5)])
    >>> graph.path("a", "c")
    (['a', 'b', 'c'], 4)
    """

    def __init__(self, nodes: Sequence[Node], arcs: Iterable[tuple[Node, Node, float]], *, hierarchy: bool = False) -> None:
        self.nodes = list(nodes)
        self._numbers = {node: number for number, node in enumerate(self.nodes)}
        if len(self._numbers) < len(self.nodes):
            twice = next(node for number, node in enumerate(self.nodes) if self._numbers[node] != number)
            raise ValueError(f"the node {twice!r} is listed twice")
        tails: list[int] = []
        heads: list[int] = []
        costs: list[float] = []
        numbers = self._numbers
        for arc in arcs:
            try:
                tail, head, cost = arc
                ends = numbers[tail], numbers[head]
            except (KeyError, TypeError, ValueError):
                tail, head, cost = _triple(arc)
                ends = self._number(tail), self._number(head)
            if hierarchy or type(cost) not in (int, float) or not 0 <= cost <= _MOST:
                cost = _arc_cost(tail, head, cost, hierarchy)
            if cost < math.inf:
                tails.append(ends[0])
                heads.append(ends[1])
                costs.append(cost)
        is_whole = all(isinstance(cost, int) for cost in costs)
        self._build(packed("I", tails), packed("I", heads), packed("q" if is_whole else "d", costs), hierarchy)

    def _build(self, tails: packed[int], heads: packed[int], costs: packed[Any], hierarchy: bool) -> None:
        """Takes the arcs: the numbers of their nodes, and costs that are whole or not."""
        self._is_whole = costs.typecode == "q"
        # To build it again in another process.
        self._parts = (tails, heads, costs, hierarchy)
        floats = packed("d", costs) if self._is_whole else costs
        parts = tails.tobytes(), heads.tobytes(), floats.tobytes()
        self._native = _native.Graph(len(self.nodes), *parts, hierarchy)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_native"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._build(*self._parts)

    @classmethod
    def from_edges(
        cls, edges: Iterable[tuple[Name, Name, float]], *, directed: bool = True, hierarchy: bool = False
    ) -> Graph[Name]:
        """A graph of triples (tail, head, cost); with ``directed=False`` both ways."""
        arcs = list(edges)
        try:
            nodes = dict.fromkeys(node for tail, head, _ in arcs for node in (tail, head))
        except (TypeError, ValueError):
            arcs = [_triple(arc) for arc in arcs]
            raise
        if not directed:
            arcs += [(head, tail, cost) for tail, head, cost in arcs]
        return Graph(list(nodes), arcs, hierarchy=hierarchy)

    # Any: frames do not say of what their columns are.
    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        tail: str = "tail",
        head: str = "head",
        cost: str | None = "cost",
        directed: bool = True,
        hierarchy: bool = False,
    ) -> Graph[Any]:
        """A frame of pandas or Polars with a row for each arc: the columns with its ``tail``, ``head`` and
        ``cost``; with ``cost=None`` each arc costs 1."""
        tails, heads = _column(frame, tail), _column(frame, head)
        for name, nodes in ((tail, tails), (head, heads)):
            for row, node in enumerate(nodes):
                if node is None or node != node:
                    raise ValueError(f"row {row} of the column {name!r} is empty; expected a node")
        costs = [1] * len(tails) if cost is None else _column(frame, cost)
        return cls.from_edges(zip(tails, heads, costs, strict=True), directed=directed, hierarchy=hierarchy)

    # Any: a graph of NetworkX does not say what its nodes are.
    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        weight: str | Callable[[Any, Any, Any], float | None] | None = "weight",
        *,
        hierarchy: bool = False,
    ) -> Graph[Any]:
        """A NetworkX graph. As there, ``weight`` is the name of an attribute, which costs 1 where an arc lacks it,
        or a function of tail, head and attributes; an arc whose cost is None is left out. With ``weight=None``
        each arc costs 1. A name that no arc has is an error, but for the default.
        """
        arcs: list[tuple[Any, Any, float]] = []
        names = set()
        # Both ways where arcs have no direction.
        for tail, near in graph.adjacency():
            for head, data in near.items():
                if callable(weight):
                    cost: Any = weight(tail, head, data)
                    arcs.append((tail, head, cost))
                    continue
                for attributes in data.values() if graph.is_multigraph() else [data]:
                    names.update(attributes)
                    arcs.append((tail, head, attributes.get(weight, 1)))
        if arcs and isinstance(weight, str) and weight != "weight" and weight not in names:
            known = ", ".join(sorted(map(str, names))) or "none"
            raise ValueError(f"no edge has an attribute {weight!r}; there are: {known}")
        return Graph(list(graph.nodes), (arc for arc in arcs if arc[2] is not None), hierarchy=hierarchy)

    # Any: SciPy is not needed.
    @classmethod
    def from_scipy_sparse(cls, matrix: Any, *, hierarchy: bool = False) -> Graph[int]:
        """A sparse matrix of costs; its nodes are the rows' numbers. Stored zeros are costs, and what is stored
        twice is summed, as in SciPy."""
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"the matrix has {matrix.shape[0]} rows and {matrix.shape[1]} columns; expected as many")
        matrix = matrix.tocsr().tocoo()
        costs = matrix.data
        is_whole = costs.dtype.kind in "iu"
        if not hierarchy and (is_whole or costs.dtype.kind == "f") and ((costs >= 0) & (costs <= _MOST)).all():
            # None is refused or left out.
            graph = Graph(range(matrix.shape[0]), ())
            tails, heads = (packed("I", nodes.astype("uint32").tobytes()) for nodes in (matrix.row, matrix.col))
            code, kind = ("q", "int64") if is_whole else ("d", "float64")
            graph._build(tails, heads, packed(code, costs.astype(kind).tobytes()), False)
            return graph
        arcs = zip(matrix.row.tolist(), matrix.col.tolist(), matrix.data.tolist(), strict=True)
        return Graph(range(matrix.shape[0]), arcs, hierarchy=hierarchy)

    def _number(self, node: Node) -> int:
        try:
            return self._numbers[node]
        except KeyError:
            raise KeyError(f"the graph has no node {node!r}") from None

    def edges(self) -> Iterator[tuple[Node, Node, float]]:
        """All arcs, as triples (tail, head, cost), in the order in which they were given."""
        tails, heads, costs, _ = self._parts
        for tail, head, cost in zip(tails, heads, costs, strict=True):
            yield self.nodes[tail], self.nodes[head], cost

    # Any: NetworkX is not needed.
    def to_networkx(self, weight: str = "weight") -> Any:
        """A directed graph of NetworkX, whose arcs have their cost as the attribute ``weight``; of parallel arcs
        the cheapest."""
        graph: Any = importlib.import_module("networkx").DiGraph()
        graph.add_nodes_from(self.nodes)
        for tail, head, cost in self.edges():
            if not graph.has_edge(tail, head) or cost < graph[tail][head][weight]:
                graph.add_edge(tail, head, **{weight: cost})
        return graph

    # Any: pandas is not needed.
    def to_frame(self, *, tail: str = "tail", head: str = "head", cost: str = "cost") -> Any:
        """A frame of pandas with a row for each arc; the arguments are the names of its columns."""
        pandas: Any = importlib.import_module("pandas")
        rows = list(self.edges())
        columns = enumerate((tail, head, cost))
        return pandas.DataFrame({name: [row[at] for row in rows] for at, name in columns})

    def _cost(self, cost: float) -> float:
        if not self._is_whole or cost == math.inf:
            return cost
        if cost >= _MOST:
            raise ValueError("a path costs 2**53 or more, from where on sums are not exact")
        return int(cost)

    def _found(self, found: tuple[list[int], float] | None) -> tuple[list[Node], float] | None:
        if found is None:
            return None
        nodes, cost = found
        return [self.nodes[node] for node in nodes], self._cost(cost)

    def draw(
        self, path: Iterable[Node] = (), *, positions: Mapping[Node, tuple[float, float]] | None = None
    ) -> Drawing:
        """A picture of the graph, for a notebook or a file, with a path such as ``graph.path(…)[0]``. Nodes lie at
        their ``positions`` (x, y upwards), or on a circle; up to 120 are named."""
        points = [] if positions is None else self._points(positions)
        tails, heads, costs, _ = self._parts
        arcs = list(zip(tails, heads, costs, strict=True))
        return Drawing(_native.draw_graph(list(map(str, self.nodes)), points, arcs, list(map(self._number, path))))

    def _repr_svg_(self) -> str | None:
        return str(self.draw()) if len(self.nodes) <= 120 else None

    def straight_line(self, positions: Mapping[Node, tuple[float, float]]) -> StraightLine:
        """Estimates for :meth:`path` from the position (x, y) of each node: the straight line to the goal, times
        ``factor``, the largest number with which no estimate is too high. It takes as long as to look at each
        arc once, and serves all queries of this graph and of its copies.

        >>> graph = Graph.from_edges([("a", "b", 10), ("b", "c", 10)])
        >>> line = graph.straight_line({"a": (0, 0), "b": (0, 5), "c": (5, 5)})
        >>> round(line.factor, 6), graph.path("a", "c", h=line)
        (2.0, (['a', 'b', 'c'], 20))
        """
        return StraightLine(self, self._points(positions))

    def _points(self, positions: Mapping[Node, tuple[float, float]]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for node in self.nodes:
            try:
                x, y = map(float, positions[node])
            except KeyError:
                raise KeyError(f"the node {node!r} has no position") from None
            except (TypeError, ValueError, OverflowError):
                raise ValueError(f"the position of {node!r} is {positions[node]!r}; expected (x, y)") from None
            if not (math.isfinite(x) and math.isfinite(y)):
                raise ValueError(f"the position of {node!r} is {positions[node]!r}; expected finite numbers")
            points.append((x, y))
        return points

    def path(
        self,
        start: Node,
        goal: Node,
        *,
        h: Callable[[Node], float] | Mapping[Node, tuple[float, float]] | StraightLine | None = None,
    ) -> tuple[list[Node], float] | None:
        """A cheapest path and its cost; None if there is none (proved).

        With ``h`` by A* (Hart, Nilsson and Raphael 1968): ``h`` is a function of a node that never estimates the
        cost to the goal too high, or the position (x, y) of each node, as for :meth:`straight_line`, whose result
        serves many queries. A function that is seen to estimate too high is warned of: :class:`NotProved`. It may
        be infinite where the goal cannot be reached; where no path is left then, all are looked at without it.

        >>> graph = Graph.from_edges([(n, n + step, step * step) for n in range(9) for step in (1, 2)])
        >>> graph.path(0, 9, h=lambda n: max(0, 9 - n))[1]
        9
        """
        ends = self._number(start), self._number(goal)
        if h is None:
            return self._found(self._native.path(*ends))
        if isinstance(h, Mapping):
            h = self.straight_line(h)
        if isinstance(h, StraightLine):
            found, is_proved = self._native.path_by_line(*ends, h._of(self))
        elif callable(h):
            found, is_proved = self._native.path_by_function(*ends, self.nodes, h)
        else:
            raise TypeError(f"h is {h!r}; expected a function of a node, or the position of each node")
        if not is_proved:
            warnings.warn(NotProved("h was seen to estimate too high: the path may not be a cheapest one"), stacklevel=2)
        return self._found(found)

    def paths(
        self, pairs: Iterable[tuple[Node, Node]], threads: int = 1
    ) -> list[tuple[list[Node], float] | None]:
        """A cheapest path for each pair of start and goal, as :meth:`path` returns it, on ``threads`` threads.

        >>> Graph.from_edges([("a", "b", 2)]).paths([("a", "b"), ("b", "a")])
        [(['a', 'b'], 2), None]
        """
        check(threads=threads)
        numbers = [(self._number(start), self._number(goal)) for start, goal in pairs]
        return [self._found(each) for each in self._native.paths(numbers, threads)]

    def k_shortest(self, start: Node, goal: Node, k: int) -> list[tuple[list[Node], float]]:
        """The ``k`` cheapest paths that visit no node twice and their costs, the cheapest first (Yen 1971); fewer
        if there are no more.

        >>> graph = Graph.from_edges([("a", "b", 1), ("b", "c", 1), ("a", "c", 3)])
        >>> graph.k_shortest("a", "c", 5)
        [(['a', 'b', 'c'], 2), (['a', 'c'], 3)]
        """
        check(k=k)
        found = self._native.k_shortest(self._number(start), self._number(goal), k)
        return [([self.nodes[node] for node in nodes], self._cost(cost)) for nodes, cost in found]

    # Any: NumPy's array, or a list.
    def distance_array(self, start: Node | list[Node] | set[Node], *, cutoff: float | None = None) -> Any:
        """The costs that :meth:`distances` returns, in the order of ``nodes``, infinite where there is no path: a
        NumPy array, or a list where NumPy is not installed."""
        check(cutoff=cutoff)
        return _floats(self._native.distances(self._starts(start), cutoff), (len(self.nodes),))

    def distances(self, start: Node | list[Node] | set[Node], *, cutoff: float | None = None) -> dict[Node, float]:
        """The cost of a cheapest path to each node that can be reached from ``start``, or from the nearest of
        several, at no more than ``cutoff``. Several are a list or a set.

        >>> graph = Graph.from_edges([("a", "b", 4), ("b", "c", 4), ("d", "c", 1)])
        >>> graph.distances("a"), graph.distances(["a", "d"], cutoff=3)
        ({'a': 0, 'b': 4, 'c': 8}, {'a': 0, 'c': 1, 'd': 0})
        """
        check(cutoff=cutoff)
        costs = packed("d", self._native.distances(self._starts(start), cutoff))
        pairs = zip(self.nodes, costs, strict=True)
        return {node: self._cost(cost) for node, cost in pairs if cost < math.inf}

    def isochrone(self, start: Node | list[Node] | set[Node], cost: float) -> list[Node]:
        """The nodes that can be reached from ``start``, or from one of several, at no more than this cost."""
        check(cost=cost)
        return list(self.distances(start, cutoff=cost))

    def predecessors(
        self, start: Node | list[Node] | set[Node], *, cutoff: float | None = None
    ) -> dict[Node, Node | None]:
        """The tree of cheapest paths from ``start``, or from the nearest of several: for each node that can be
        reached, at no more than ``cutoff``, the node before it, and None for a start.

        >>> Graph.from_edges([("a", "b", 4), ("b", "c", 4), ("a", "c", 9)]).predecessors("a")
        {'a': None, 'b': 'a', 'c': 'b'}
        """
        check(cutoff=cutoff)
        found = self._native.predecessors(self._starts(start), cutoff)
        pairs = ((at, before) for at, before in enumerate(found) if before is not None)
        return {self.nodes[at]: None if at == before else self.nodes[before] for at, before in pairs}

    # Any: NumPy's array, or nested lists.
    def matrix(
        self, sources: Iterable[Node], targets: Iterable[Node] | None = None, threads: int = 1
    ) -> Any:
        """The costs of cheapest paths from each of ``sources`` to each of ``targets``, by default the same nodes;
        infinite where there is none. A NumPy array with a row for each source, or nested lists where NumPy is not
        installed.

        >>> Graph.from_edges([("a", "b", 2), ("b", "c", 3)]).matrix(["a", "b"], ["b", "c"]).tolist()
        [[2.0, 5.0], [0.0, 3.0]]
        """
        check(threads=threads)
        rows = [self._number(node) for node in sources]
        columns = rows if targets is None else [self._number(node) for node in targets]
        return _floats(self._native.matrix(rows, columns, threads), (len(rows), len(columns)))

    def _starts(self, start: Any) -> list[int]:
        return [self._number(node) for node in _several(start)]

    def __repr__(self) -> str:
        return f"Graph of {len(self.nodes)} nodes"
