"""Grids and graphs."""

import itertools
import json
import math
import pickle
import random
import subprocess
import sys
import types
import warnings

import pytest
import tremaux

networkx = pytest.importorskip("networkx")
numpy = pytest.importorskip("numpy")


def test_random_grids_agree_with_networkx():
    for seed in range(40):
        chance = numpy.random.default_rng(seed)
        cells = chance.random((12, 15)) > 0.3
        grid = tremaux.Grid(cells, movement="four")
        graph = networkx.grid_2d_graph(12, 15)
        graph.remove_nodes_from([tuple(map(int, cell)) for cell in numpy.argwhere(~cells)])
        free = sorted(graph)
        for _ in range(20):
            start, goal = (free[int(chance.integers(len(free)))] for _ in range(2))
            found = grid.path(start, goal)
            if networkx.has_path(graph, start, goal):
                path, cost = found
                assert cost == networkx.shortest_path_length(graph, start, goal) == len(path) - 1
                assert path[0] == start and path[-1] == goal and all(cells[cell] for cell in path)
            else:
                assert found is None
        distances = grid.distance_map(free[0])
        expected = networkx.single_source_shortest_path_length(graph, free[0])
        for cell in free:
            assert distances[cell] == expected.get(cell, numpy.inf)


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("is_directed", [True, False])
def test_random_graphs_agree_with_networkx(is_whole, is_directed):
    for seed in range(30):
        chance = random.Random(seed)
        graph = networkx.gnp_random_graph(40, 0.08, seed=seed, directed=is_directed)
        for _, _, data in graph.edges(data=True):
            data["weight"] = chance.randrange(20) if is_whole else chance.random()
        graphs = [tremaux.Graph.from_networkx(graph)]
        if is_whole:
            graphs.append(tremaux.Graph.from_networkx(graph, hierarchy=True))
        for ours in graphs:
            for _ in range(20):
                start, goal = chance.randrange(40), chance.randrange(40)
                found = ours.path(start, goal)
                if not networkx.has_path(graph, start, goal):
                    assert found is None
                    continue
                path, cost = found
                assert cost == pytest.approx(networkx.dijkstra_path_length(graph, start, goal))
                steps = zip(path, path[1:])
                assert sum(graph[a][b]["weight"] for a, b in steps) == pytest.approx(cost)
        expected = networkx.single_source_dijkstra_path_length(graph, 0)
        assert graphs[0].distances(0) == (expected if is_whole else pytest.approx(expected))
        in_order = graphs[0].distance_array(0)
        assert in_order.dtype == float
        assert in_order == pytest.approx([expected.get(node, numpy.inf) for node in graphs[0].nodes])


MAPS = {
    "open.map": "type octile\nheight 3\nwidth 5\nmap\n.....\n.@...\n.....\n",
    "maze.txt": "S....\n.#...\n....G\n",
    "bits.csv": "0,0,0,0,0\n0,1,0,0,0\n0,0,0,0,0\n",
    "terrain.txt": "S2...\n.#...\n....G\n",
}


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("rules", [{}, {"movement": "four"}, {"movement": "eight-no-corners"}])
def test_the_program_has_the_same_answer(tmp_path, name, rules):
    text = MAPS[name]
    file = tmp_path / name
    file.write_text(text)
    ends = {"from": "0,0", "to": "4,2"}
    flags = [f"--{option}={value}" for option, value in {**ends, **rules}.items()]
    command = [sys.executable, "-m", "tremaux", "path", str(file), *flags, "--format", "json"]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    solved = tremaux.solve("grid", text, **ends, **rules)
    assert solved.cost == pytest.approx(answer["cost"])
    assert (solved.movement, solved.costs) == (answer["movement"], answer.get("costs"))
    path, cost = tremaux.Grid(text, **rules).path((0, 0), (2, 4))
    assert cost == pytest.approx(answer["cost"]) and len(path) == answer["length"] + 1


def test_arrays_have_the_rules_of_drawn_maps():
    rows = ["....", ".##.", "...."]
    cells = numpy.array([[sign == "." for sign in row] for row in rows])
    ends = (0, 0), (2, 3)
    assert tremaux.Grid(cells).path(*ends) == tremaux.Grid("\n".join(rows)).path(*ends)


def test_many_pairs_on_threads():
    grid = tremaux.Grid(numpy.ones((64, 64), dtype="uint8"))
    pairs = [((0, 0), (row, 63)) for row in range(64)]
    assert grid.paths(pairs, threads=2) == [grid.path(*pair) for pair in pairs]


def test_what_is_wrong_with_a_map_is_told():
    for array in ([[1, 0], [1]], numpy.ones(3), numpy.full((2, 2), -0.5), [[float("nan")]], []):
        with pytest.raises(ValueError):
            tremaux.Grid(array)
    for options in ({"movement": "knight"}, {"costs": "10/99"}, {"algorithm": "teleport"}, {"method": "jps"}):
        with pytest.raises(ValueError):
            tremaux.Grid("..", **options)
    with pytest.raises(ValueError, match="canonical-a-star"):
        tremaux.Grid("..", algorithm="astar")
    grid = tremaux.Grid("..# ...")
    with pytest.raises(IndexError, match="off the map"):
        grid.path((0, 0), (9, 9))
    for given in (grid, tremaux.Grid([[1.5, 1, 0]]), tremaux.Grid("..# ...", algorithm="theta-star")):
        with pytest.raises(ValueError, match=r"the cell \(0, 2\) is blocked"):
            given.path((0, 2), (0, 0))
    for off in ((-1, 0), (2, 0), (0, 2**70)):
        with pytest.raises(IndexError, match="off the map"):
            grid.path(off, (0, 0))
    for wrong in ((0, 0, 0), (0.5, 0), "ab", 7):
        with pytest.raises(TypeError, match=r"expected a tuple \(row, column\)"):
            grid.paths([((0, 0), wrong)])
    graph = tremaux.Graph.from_edges([(1, 2, 1)])
    with pytest.raises(KeyError, match="no node 3"):
        graph.path(1, 3)
    for cost in (-1, -math.inf, math.nan, 2**53 + 1, -(10**400), 10**400, "1", None, 1j, numpy.complex64(1j)):
        for others in ([], [("b", "a", 0.5)]):
            with pytest.raises((ValueError, TypeError), match="the cost from 'a' to 'b' is .*zero or more"):
                tremaux.Graph.from_edges([*others, ("a", "b", cost)])
    for cost in (0.5, 2**31, 1e300):
        with pytest.raises(ValueError, match=r"the cost from 1 to 2 is .* a hierarchy takes whole costs below 2\*\*31"):
            tremaux.Graph.from_edges([(1, 2, cost)], hierarchy=True)
    for arc in (("a", "b"), "a", 7, ("a", "b", 1, 1)):
        with pytest.raises(ValueError, match=r"expected \(tail, head, cost\)"):
            tremaux.Graph.from_edges([("a", "b", 1), arc])
    with pytest.raises(ValueError, match="'a' is listed twice"):
        tremaux.Graph(["a", "b", "a"], [])
    with pytest.raises(KeyError, match="no node 'c'"):
        tremaux.Graph(["a", "b"], [("a", "c", math.inf)])


def test_arcs_of_infinite_cost_are_left_out():
    arcs = [("a", "b", math.inf), ("b", "c", 2), ("c", "a", numpy.float32(math.inf))]
    for hierarchy in (False, True):
        graph = tremaux.Graph.from_edges(arcs, hierarchy=hierarchy)
        assert graph.nodes == ["a", "b", "c"] and list(graph.edges()) == [("b", "c", 2)]
        assert graph.path("a", "c") is None and graph.path("b", "c") == (["b", "c"], 2)
    hidden = networkx.DiGraph()
    hidden.add_weighted_edges_from([("a", "b", None), ("b", "c", 2)])
    assert networkx.single_source_dijkstra_path_length(hidden, "a") == tremaux.Graph.from_networkx(hidden).distances("a") == {"a": 0}


@pytest.mark.parametrize("kind", ["int64", "uint8", "int32"])
def test_whole_numbers_of_numpy_stay_whole(kind):
    whole = getattr(numpy, kind)
    arcs = [("a", "b", whole(3)), ("b", "c", whole(4))]
    graph = tremaux.Graph.from_edges(arcs)
    assert graph.distances("a") == {"a": 0, "b": 3, "c": 7}
    found = [*graph.distances("a").values(), graph.path("a", "c")[1], *(cost for *_, cost in graph.edges())]
    steps = {"a": [("b", whole(3))], "b": [("c", whole(4))], "c": []}
    found += tremaux.dijkstra_all("a", steps.get).values()
    assert all(type(cost) is int for cost in found)
    floats = [(tail, head, numpy.float32(cost)) for tail, head, cost in arcs]
    assert type(tremaux.Graph.from_edges(floats).path("a", "c")[1]) is float


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph])
def test_weights_are_those_of_networkx(kind):
    graph = kind()
    graph.add_edge("a", "b", km=4, lit=True)
    graph.add_edge("b", "c", km=3, lit=False)
    graph.add_edge("a", "c", lit=True)
    graph.add_edge("a", "d", km=1, lit=False)
    if graph.is_multigraph():
        graph.add_edge("a", "b", km=2, lit=True)

    def lit(tail, head, data):
        parallel = data.values() if graph.is_multigraph() else [data]
        costs = [it.get("km", 9) for it in parallel if it["lit"]]
        return min(costs) if costs else None

    for weight in ("weight", "km", None, lit):
        ours = tremaux.Graph.from_networkx(graph, weight)
        theirs = networkx.single_source_dijkstra_path_length(graph, "a", weight=weight)
        assert ours.distances("a") == theirs, weight
    with pytest.raises(ValueError, match="no edge has an attribute 'kms'; there are: km, lit"):
        tremaux.Graph.from_networkx(graph, "kms")


def test_cells_are_what_they_are_or_refused():
    rows = ["..#", ".#.", "..."]
    assert tremaux.Grid(rows, movement="four").path((0, 0), (2, 2)) == tremaux.Grid("..# .#. ...", movement="four").path((0, 0), (2, 2))
    for wrong in ([[1.5, -1]], [[1, -1]], [[numpy.nan]], [[1, 2], [1]], numpy.array([[-numpy.inf]])):
        with pytest.raises(ValueError):
            tremaux.Grid(wrong)
    with pytest.raises(ValueError, match="masked"):
        tremaux.Grid(numpy.ma.masked_array([[1, 1]], mask=[[0, 1]]))
    for kind in (complex, str, "datetime64[s]"):
        with pytest.raises(ValueError, match="the array is of .*expected rows of cells"):
            tremaux.Grid(numpy.array([[1, 0]]).astype(kind))
    for cell in (1j, "1", None, 10**400):
        for wrong in ([[1, cell]], numpy.array([[1, cell]], dtype=object), [1, 0]):
            with pytest.raises(ValueError, match="expected rows of cells"):
                tremaux.Grid(wrong)
    assert tremaux.Grid([bytes([1, 0] * 4)]).path((0, 0), (0, 2)) is None
    # Whole numbers in floating point are whole.
    assert tremaux.Grid([[1.0, 2.0]], movement="four").path((0, 0), (0, 1))[1] == 2


def random_graph(seed, is_whole, size=14, chance_of_arc=0.2):
    """A directed graph of NetworkX with costs, some of which are zero, and the same with parallel arcs."""
    chance = random.Random(seed)
    graph = networkx.gnp_random_graph(size, chance_of_arc, seed=seed, directed=True)
    arcs = []
    for tail, head, data in graph.edges(data=True):
        data["weight"] = chance.randrange(6) if is_whole else chance.randrange(6) / 4 + chance.random() * 1e-3
        arcs += [(tail, head, data["weight"]), (tail, head, data["weight"] + 1)][:: chance.choice([1, -1])]
    return graph, tremaux.Graph(range(size), arcs)


@pytest.mark.parametrize("is_whole", [True, False])
def test_several_starts_cutoffs_and_trees_agree_with_networkx(is_whole):
    for seed in range(40):
        graph, ours = random_graph(seed, is_whole)
        chance = random.Random(seed)
        starts = chance.sample(range(14), chance.choice([1, 2, 5]))
        cutoff = chance.choice([None, 0, 1, 3, 2.5])
        expected = networkx.multi_source_dijkstra_path_length(graph, set(starts), cutoff=cutoff)
        found = ours.distances(starts, cutoff=cutoff)
        assert found == pytest.approx(expected)
        assert not is_whole or all(type(cost) is int for cost in found.values())
        assert ours.distances(set(starts), cutoff=cutoff) == found
        in_order = ours.distance_array(starts, cutoff=cutoff)
        assert in_order == pytest.approx([expected.get(node, math.inf) for node in range(14)])
        if cutoff is not None:
            assert sorted(ours.isochrone(starts, cutoff)) == sorted(expected)
        before = ours.predecessors(starts, cutoff=cutoff)
        assert set(before) == set(expected)
        for node in before:
            cost, at, seen = 0, node, set()
            while before[at] is not None:
                assert at not in seen
                seen.add(at)
                cost, at = cost + graph[before[at]][at]["weight"], before[at]
            assert at in starts and cost == pytest.approx(expected[node])


@pytest.mark.parametrize("is_whole", [True, False])
def test_k_shortest_paths_agree_with_networkx(is_whole):
    for seed in range(30):
        graph, ours = random_graph(seed, is_whole, size=8, chance_of_arc=0.35)
        every = sorted(
            (sum(graph[a][b]["weight"] for a, b in itertools.pairwise(path)), path)
            for path in networkx.all_simple_paths(graph, 0, 7)
        )
        for k in (1, 3, 1000):
            found = ours.k_shortest(0, 7, k)
            assert [cost for _, cost in found] == pytest.approx([cost for cost, _ in every[:k]])
            assert len({tuple(path) for path, _ in found}) == len(found)
            for path, cost in found:
                assert path in [known for _, known in every]
                assert sum(graph[a][b]["weight"] for a, b in itertools.pairwise(path)) == pytest.approx(cost)
                assert not is_whole or type(cost) is int
    assert ours.k_shortest(3, 3, 5) == [([3], 0)]
    with pytest.raises(ValueError, match="at least 1"):
        ours.k_shortest(0, 1, 0)


@pytest.mark.parametrize("kind", ["whole", "hierarchy", "floats"])
def test_matrices_and_many_paths_agree_with_networkx(kind):
    for seed in range(15):
        graph, ours = random_graph(seed, kind != "floats")
        if kind == "hierarchy":
            ours = tremaux.Graph(range(14), ours.edges(), hierarchy=True)
        sources, targets = [3, 1, 3], [0, 9, 4, 13, 0]
        every = dict(networkx.all_pairs_dijkstra_path_length(graph))
        expected = [[every[source].get(target, math.inf) for target in targets] for source in sources]
        for threads in (1, 2):
            found = ours.matrix(sources, targets, threads=threads)
            assert found.shape == (3, 5) and found.dtype == float
            assert found.tolist() == [pytest.approx(row) for row in expected]
            pairs = list(itertools.product(range(14), repeat=2))
            assert ours.paths(pairs, threads=threads) == [ours.path(*pair) for pair in pairs]
        square = [[every[a].get(b, math.inf) for b in range(14)] for a in range(14)]
        assert ours.matrix(range(14)).tolist() == [pytest.approx(row) for row in square]
        assert ours.matrix([], targets).shape == (0, 5) and ours.matrix(sources, []).shape == (3, 0)


@pytest.mark.parametrize("is_whole", [True, False])
def test_estimates_change_no_cost(is_whole):
    for seed in range(25):
        chance = random.Random(seed)
        places = {node: (chance.random() * 10, chance.random() * 10) for node in range(40)}
        graph = networkx.gnp_random_graph(40, 0.1, seed=seed, directed=True)
        for tail, head, data in graph.edges(data=True):
            length = math.dist(places[tail], places[head])
            data["weight"] = math.ceil(length * 3) if is_whole else length * (1 + chance.random())
        ours = tremaux.Graph.from_networkx(graph)
        line = ours.straight_line(places)
        assert line.factor >= (3 if is_whole else 1) * (1 - 1e-6)
        for goal in range(1, 40, 4):
            exact = networkx.single_source_dijkstra_path_length(graph.reverse(), goal)
            plain = ours.path(0, goal)
            estimates = (
                line, places, lambda node: math.dist(places[node], places[goal]), lambda node: exact.get(node, math.inf),
                lambda node: exact.get(node, math.inf) * ((node * 7919) % 10) / 10 if node in exact else 0,
            )
            for h in estimates:
                found = ours.path(0, goal, h=h)
                assert (found is None) == (plain is None)
                if found is not None:
                    assert found[1] == pytest.approx(plain[1])
                    steps = itertools.pairwise(found[0])
                    assert sum(graph[a][b]["weight"] for a, b in steps) == pytest.approx(found[1])


def test_what_is_wrong_with_estimates_is_told():
    graph = tremaux.Graph.from_edges([("a", "b", 1), ("b", "d", 1), ("a", "c", 2), ("c", "d", 2)])
    with pytest.warns(tremaux.NotProved):
        assert graph.path("a", "d", h=lambda node: 0 if node == "d" else 9) == (["a", "b", "d"], 2)
    with pytest.raises(ZeroDivisionError) as raised:
        graph.path("a", "d", h=lambda node: 1 / 0)
    assert "h of the state 'a'" in raised.value.__notes__[0]
    for wrong in (lambda node: -1, lambda node: "far", lambda node: math.nan):
        with pytest.raises(TypeError, match="zero or more"):
            graph.path("a", "d", h=wrong)
    with pytest.raises(TypeError, match="expected a function"):
        graph.path("a", "d", h=3)
    with pytest.raises(KeyError, match="'d' has no position"):
        graph.path("a", "d", h={"a": (0, 0), "b": (0, 0), "c": (0, 0)})
    for place in ((0, 0, 0), 5, (0, math.nan)):
        with pytest.raises(ValueError, match="position"):
            graph.straight_line(dict.fromkeys("abcd", place))
    for wrong in (2**53 + 1, 10**400):
        with pytest.raises(TypeError, match="h of the state 'a' returned"):
            graph.path("a", "d", h=lambda node: wrong)
    other = tremaux.Graph.from_edges([("a", "b", 1)])
    with pytest.raises(ValueError, match="another graph"):
        graph.path("a", "d", h=other.straight_line({"a": (0, 0), "b": (0, 0)}))


@pytest.mark.parametrize("cost", [1, 0.5])
def test_an_infinite_estimate_hides_no_path(cost):
    graph = tremaux.Graph.from_edges([("a", "b", cost), ("b", "c", cost), ("d", "a", cost)])
    for wrong in (math.inf, 1e300):
        for node in "abc":
            with pytest.warns(tremaux.NotProved):
                assert graph.path("a", "c", h=lambda at: wrong if at == node else 0) == (["a", "b", "c"], 2 * cost)
    # Where it is right, nothing is warned of.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert graph.path("a", "d", h=lambda at: 0 if at == "d" else math.inf) is None


def test_wrong_starts_and_cutoffs_are_told():
    graph, grid = tremaux.Graph.from_edges([(1, 2, 1)]), tremaux.Grid("..# ...")
    for of, start in ((graph.distances, 1), (graph.predecessors, 1), (grid.distance_map, (0, 0))):
        for cutoff in (-1, math.nan):
            with pytest.raises(ValueError, match="cutoff"):
                of(start, cutoff=cutoff)
        with pytest.raises(ValueError, match="at least one"):
            of([])
    with pytest.raises(KeyError, match="no node 3"):
        graph.distances([1, 3])
    with pytest.raises(KeyError, match="no node 3"):
        graph.matrix([1], [3])
    with pytest.raises(KeyError, match="no node 3"):
        graph.paths([(1, 2), (3, 1)])
    with pytest.raises(IndexError, match="off the map"):
        grid.distance_map([(0, 0), (5, 5)])
    with pytest.raises(ValueError, match="blocked"):
        grid.distance_map([(0, 0), (0, 2)])
    # A tuple is a node; a list or a set holds several.
    cells = tremaux.Graph.from_edges([((0, 0), (0, 1), 1)])
    assert cells.distances((0, 0)) == cells.distances([(0, 0)]) == {(0, 0): 0, (0, 1): 1}


def test_graphs_go_to_networkx_and_back():
    for seed in range(10):
        graph, ours = random_graph(seed, True)
        there = ours.to_networkx(weight="km")
        assert set(there.nodes) == set(graph.nodes)
        assert {(a, b): data["km"] for a, b, data in there.edges(data=True)} == {
            (a, b): data["weight"] for a, b, data in graph.edges(data=True)
        }
        assert tremaux.Graph.from_networkx(there, "km").distances(0) == ours.distances(0)


class Frame:
    """As much of a frame of pandas as is used."""

    def __init__(self, columns):
        self.data, self.columns = columns, list(columns)

    def __getitem__(self, name):
        return self.data[name]


def frames(monkeypatch):
    try:
        import pandas
    except ImportError:
        monkeypatch.setitem(sys.modules, "pandas", types.SimpleNamespace(DataFrame=Frame))
        return Frame
    return pandas.DataFrame


class Sparse:
    """What a sparse matrix of SciPy has, which is not needed for it."""

    def __init__(self, row, col, data, size):
        self.row, self.col, self.data = numpy.array(row), numpy.array(col), data
        self.shape = size, size

    def tocsr(self):
        return self

    tocoo = tocsr


@pytest.mark.parametrize("kind", ["uint8", "int32", "uint64", "float32", "float64"])
def test_sparse_matrices_have_the_arcs_of_their_entries(kind):
    data = numpy.array([3, 0, 250, 7], dtype=kind)
    matrix = Sparse([0, 1, 2, 0], [1, 2, 0, 2], data, 4)
    arcs = [(0, 1, 3), (1, 2, 0), (2, 0, 250), (0, 2, 7)]
    graph, listed = tremaux.Graph.from_scipy_sparse(matrix), tremaux.Graph(range(4), arcs)
    assert list(graph.edges()) == arcs and graph.nodes == listed.nodes
    whole = {type(cost) for _, _, cost in graph.edges()} == {int}
    assert whole == (not kind.startswith("float"))
    for one in (graph, tremaux.Graph.from_scipy_sparse(matrix, hierarchy=True), pickle.loads(pickle.dumps(graph))):
        assert one.path(0, 2) == ([0, 1, 2], 3) and one.path(0, 3) is None


def test_wrong_entries_of_sparse_matrices_are_told():
    for wrong in (-1.0, math.nan, 1j):
        with pytest.raises((TypeError, ValueError), match="cost from 0 to 1"):
            tremaux.Graph.from_scipy_sparse(Sparse([0], [1], numpy.array([wrong]), 2))
    with pytest.raises(ValueError, match="cost from 0 to 1"):
        tremaux.Graph.from_scipy_sparse(Sparse([0], [1], numpy.array([2**53 + 1]), 2))
    blocked = Sparse([0, 0], [1, 1], numpy.array([math.inf, 2.5]), 2)
    assert list(tremaux.Graph.from_scipy_sparse(blocked).edges()) == [(0, 1, 2.5)]


def test_frames_go_in_and_out(monkeypatch):
    frame = frames(monkeypatch)
    roads = frame({"from": ["a", "b", "a"], "to": ["b", "c", "c"], "km": [1, 2, 9]})
    graph = tremaux.Graph.from_frame(roads, tail="from", head="to", cost="km")
    assert graph.path("a", "c") == (["a", "b", "c"], 3) and type(graph.path("a", "c")[1]) is int
    assert tremaux.Graph.from_frame(roads, tail="from", head="to", cost=None).path("a", "c") == (["a", "c"], 1)
    assert tremaux.Graph.from_frame(roads, tail="from", head="to", cost="km", directed=False).path("c", "a")[1] == 3
    table = graph.to_frame(tail="from", head="to", cost="km")
    assert list(table.columns) == ["from", "to", "km"]
    for name in table.columns:
        assert list(table[name]) == list(roads[name])
    with pytest.raises(KeyError, match="no column 'tail'; there are: from, to, km"):
        tremaux.Graph.from_frame(roads)
    for empty in (None, math.nan):
        with pytest.raises(ValueError, match="row 1 of the column 'head' is empty"):
            tremaux.Graph.from_frame(frame({"tail": ["a", "b"], "head": ["b", empty], "cost": [1, 1]}))
    with pytest.raises(ValueError, match="zero or more"):
        tremaux.Graph.from_frame(frame({"tail": ["a"], "head": ["b"], "cost": [math.nan]}))


def grid_graph(cells, diagonals):
    """The graph of a grid where a step costs its length times the weight of the cell that it leads to."""
    graph = networkx.DiGraph()
    rows, columns = cells.shape
    is_free = lambda cell: 0 <= cell[0] < rows and 0 <= cell[1] < columns and 0 < cells[cell] < math.inf
    for row, column in itertools.product(range(rows), range(columns)):
        if not is_free((row, column)):
            continue
        graph.add_node((row, column))
        for down, right in itertools.product((-1, 0, 1), repeat=2):
            there = (row + down, column + right)
            if (down, right) == (0, 0) or not is_free(there):
                continue
            # No corners are cut.
            if down and right and not (diagonals and is_free((row + down, column)) and is_free((row, column + right))):
                continue
            graph.add_edge((row, column), there, weight=math.hypot(down, right) * float(cells[there]))
    return graph


@pytest.mark.parametrize("movement", ["four", "eight-no-corners"])
@pytest.mark.parametrize("kind", ["fractions", "large", "small"])
def test_weights_of_any_size_agree_with_networkx(movement, kind):
    for seed in range(12):
        chance = numpy.random.default_rng(seed)
        cells = chance.random((9, 11)) * 3 + 0.1 if kind == "fractions" else chance.integers(1, 900 if kind == "large" else 9, (9, 11)).astype(float)
        cells[chance.random((9, 11)) < 0.2] = math.inf
        cells[chance.random((9, 11)) < 0.05] = 0
        graph = grid_graph(cells, movement != "four")
        grid = tremaux.Grid(cells, movement=movement)
        free = sorted(graph)
        starts = [free[int(chance.integers(len(free)))] for _ in range(3)]
        for given in (grid, tremaux.Grid(cells.tolist(), movement=movement), pickle.loads(pickle.dumps(grid))):
            for start, goal in itertools.product(starts, free[::9]):
                found = given.path(start, goal)
                if not networkx.has_path(graph, start, goal):
                    assert found is None
                    continue
                path, cost = found
                assert (path[0], path[-1]) == (start, goal)
                assert cost == pytest.approx(networkx.dijkstra_path_length(graph, start, goal))
                assert sum(graph[a][b]["weight"] for a, b in itertools.pairwise(path)) == pytest.approx(cost)
        for several, cutoff in ((starts[:1], None), (starts, None), (starts, 2.5), (starts[:1], 40)):
            expected = networkx.multi_source_dijkstra_path_length(graph, set(several), cutoff=cutoff)
            found = grid.distance_map(several, cutoff=cutoff)
            wanted = [[expected.get((row, column), math.inf) for column in range(11)] for row in range(9)]
            assert found.tolist() == [pytest.approx(row) for row in wanted]
            if cutoff is not None:
                assert grid.isochrone(several, cutoff) == sorted(expected)
        pairs = list(itertools.product(starts, free[::9]))
        assert grid.paths(pairs, threads=2) == [grid.path(*pair) for pair in pairs]
        assert "svg" in grid.draw()


def test_what_is_wrong_with_weights_is_told():
    grid = tremaux.Grid([[1.5, math.inf]])
    with pytest.raises(ValueError, match="blocked"):
        grid.path((0, 1), (0, 0))
    with pytest.raises(ValueError, match="blocked"):
        grid.distance_map((0, 1))
    assert grid.path((0, 0), (0, 1)) is None
    for wrong in (math.nan, -1, -math.inf, -0.5):
        for array in ([[1.5, wrong]], numpy.array([[1.5, wrong]])):
            with pytest.raises(ValueError, match="positive"):
                tremaux.Grid(array)
    with pytest.raises(ValueError, match="whole weights"):
        tremaux.Grid([[1.5]], algorithm="jps")
    with pytest.raises(ValueError, match="found `knight`"):
        tremaux.Grid([[1.5]], movement="knight")
    # Costs that no float holds are no missing path.
    with pytest.raises(ValueError, match="range"):
        tremaux.Grid([[1e308, 1e308, 1e308]], movement="four").path((0, 0), (0, 2))


def sees(cells, a, b):
    """Whether the segment between the middles of two cells meets no blocked cell: by many points along it."""
    for step in range(2001):
        row, column = (a[at] + (b[at] - a[at]) * step / 2000 for at in (0, 1))
        if not cells[round(row), round(column)]:
            return False
    return True


@pytest.mark.parametrize("algorithm", ["theta-star", "lazy-theta-star", "theta"])
def test_paths_at_any_angle_are_short_and_see_ahead(algorithm):
    for seed in range(10):
        cells = numpy.random.default_rng(seed).random((14, 14)) > 0.2
        cells[0, 0] = cells[13, 13] = True
        steps = tremaux.Grid(cells, movement="eight-no-corners")
        grid = tremaux.Grid(cells, movement="eight-no-corners", algorithm=algorithm)
        by_steps, found = steps.path((0, 0), (13, 13)), grid.path((0, 0), (13, 13))
        assert (found is None) == (by_steps is None)
        if found is None:
            continue
        turns, cost = found
        assert (turns[0], turns[-1]) == ((0, 0), (13, 13))
        longest = by_steps[1] * (1.11 if algorithm == "lazy-theta-star" else 1 + 1e-9)
        assert math.dist((0, 0), (13, 13)) <= cost + 1e-9 and cost <= longest
        assert sum(math.dist(a, b) for a, b in itertools.pairwise(turns)) == pytest.approx(cost)
        assert all(sees(cells, a, b) for a, b in itertools.pairwise(turns))
        assert grid.paths([((0, 0), (13, 13))]) == [found]
        assert "polyline" in grid.draw(turns)
    with pytest.raises(ValueError, match="any angle"):
        grid.distance_map((0, 0))
    for wrong in ({"array": [[1, 2]]}, {"array": [[1.5]]}, {"array": [[1]], "costs": "10/14"}):
        with pytest.raises(ValueError):
            tremaux.Grid(**wrong, algorithm=algorithm)


INTERRUPTED = """
import os, signal, sys, threading, time
import numpy, tremaux
side = 3000
kind = sys.argv[1]
if kind == "grid":
    grid = tremaux.Grid(numpy.ones((side, side), dtype="uint8"), movement="four", algorithm="canonical-dijkstra")
    work = lambda: [grid.path((0, 0), (side - 1, side - 1)) for _ in range(50)]
elif kind == "weights":
    grid = tremaux.Grid(numpy.random.default_rng(1).random((1000, 1000)) + 0.01, movement="eight-no-corners")
    work = lambda: [grid.path((0, 0), (999, 999)) for _ in range(50)]
else:
    count = 600_000
    graph = tremaux.Graph(range(count), ((n, (n * m + 1) % count, 1 + (n * m) % 97) for n in range(count) for m in (3, 5, 7)))
    one = lambda: graph.k_shortest(0, count - 1, 50) if kind == "k" else graph.matrix(range(50), threads=2)
    work = lambda: [one() for _ in range(50)]
sent = []
threading.Timer(0.5, lambda: (sent.append(time.monotonic()), os.kill(os.getpid(), signal.SIGINT))).start()
try:
    work()
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal")
@pytest.mark.parametrize("kind", ["grid", "weights", "k", "matrix"])
def test_ctrl_c_ends_a_long_query(kind):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, kind], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # 0.3 s on a machine that does nothing else, and minutes if nothing ended it.
    assert float(done.stdout) < 10.0


def test_sums_beyond_what_is_exact_are_refused():
    graph = tremaux.Graph.from_edges([(1, 2, 2**53 - 1), (2, 3, 1), (3, 4, 1)])
    assert graph.path(1, 2)[1] == 2**53 - 1
    for goal in (3, 4):
        with pytest.raises(ValueError, match="2..53 or more"):
            graph.path(1, goal)
    with pytest.raises(ValueError, match="2..53 or more"):
        graph.distances(1)
