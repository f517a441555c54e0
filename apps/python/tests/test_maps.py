"""Grids and graphs."""

import json
import random
import subprocess
import sys

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
    for array in ([[1, 0], [1]], numpy.ones(3), numpy.full((2, 2), 0.5), [[300]], []):
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
    with pytest.raises(ValueError, match="blocked"):
        grid.path((0, 2), (0, 0))
    with pytest.raises(OverflowError):
        grid.path((-1, 0), (0, 0))
    graph = tremaux.Graph.from_edges([(1, 2, 1)])
    with pytest.raises(KeyError, match="no node 3"):
        graph.path(1, 3)
    for cost in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="zero or more"):
            tremaux.Graph.from_edges([(1, 2, cost)])
    with pytest.raises(ValueError, match="whole"):
        tremaux.Graph.from_edges([(1, 2, 0.5)], hierarchy=True)


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
    for wrong in ([[1.5, 1]], [[1, -1]], [[256]], [[1, 2], [1]], numpy.array([[0.5]])):
        with pytest.raises(ValueError):
            tremaux.Grid(wrong)
    # Whole numbers in floating point are whole.
    assert tremaux.Grid([[1.0, 2.0]], movement="four").path((0, 0), (0, 1))[1] == 2
