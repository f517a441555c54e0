"""Speed beside Python's own libraries, with equal answers: `pip install aima3 simpleai pathfinding pyastar2d networkx
igraph rustworkx scipy numpy python-constraint open_spiel` (aima3 with `--no-deps`).

Prints a table; each time is the least of some runs, without that of building what is searched, which stands apart for
the large graph. Peers that are not installed are left out.
"""

import heapq
import multiprocessing
import random
import time

import tremaux


def least(runs, work):
    best, answer = float("inf"), None
    for _ in range(runs):
        begin = time.perf_counter()
        answer = work()
        best = min(best, time.perf_counter() - begin)
    return best, answer


def tell(name, peer, ours, theirs):
    print(f"{name:34} {peer:22} {ours * 1e3:10.2f} ms {theirs * 1e3:12.2f} ms {theirs / ours:8.1f} x")


GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def manhattan(state):
    return sum(abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3) for at, tile in enumerate(state) if tile)


def moves(state):
    blank = state.index(0)
    row, column = divmod(blank, 3)
    return [d for d, ok in ((-3, row > 0), (3, row < 2), (-1, column > 0), (1, column < 2)) if ok]


def moved(state, delta):
    blank = state.index(0)
    cells = list(state)
    cells[blank], cells[blank + delta] = cells[blank + delta], 0
    return tuple(cells)


class Eight:
    """The 8-puzzle with Russell and Norvig's names."""

    goal = GOAL

    def __init__(self, initial):
        self.initial = initial

    def actions(self, state):
        return moves(state)

    def result(self, state, action):
        return moved(state, action)

    def is_goal(self, state):
        return state == GOAL

    goal_test = is_goal

    def action_cost(self, state, action, after):
        return 1

    def path_cost(self, cost, state, action, after):
        return cost + 1

    def value(self, state):
        return -manhattan(state)

    def h(self, state):
        # aima3 passes a node.
        return manhattan(getattr(state, "state", state))


def shuffled(seed):
    """A random board that can be solved."""
    chance = random.Random(seed)
    while True:
        board = list(GOAL)
        chance.shuffle(board)
        tiles = [tile for tile in board if tile]
        if sum(a > b for nth, a in enumerate(tiles) for b in tiles[nth + 1 :]) % 2 == 0:
            return tuple(board)


def puzzles():
    # An easy board, and two random ones.
    for board in [(8, 1, 3, 4, 0, 2, 7, 6, 5), shuffled(1), shuffled(2)]:
        name = f"8-puzzle, {tremaux.search(Eight(board)).length} moves"
        ours, report = least(5, lambda board=board: tremaux.search(Eight(board)))
        try:
            from aima3.search import astar_search

            theirs, node = least(1, lambda board=board: astar_search(Eight(board)))
            assert node.path_cost == report.cost
            tell(name, "aima3", ours, theirs)
        except ImportError:
            pass
        try:
            from simpleai.search import SearchProblem, astar

            class Simple(SearchProblem):
                def actions(self, state):
                    return moves(state)

                def result(self, state, action):
                    return moved(state, action)

                def is_goal(self, state):
                    return state == GOAL

                def heuristic(self, state):
                    return manhattan(state)

            theirs, node = least(1, lambda board=board: astar(Simple(board), graph_search=True))
            assert node.cost == report.cost
            tell(name, "simpleai", ours, theirs)
        except ImportError:
            pass


def grids():
    import numpy

    cells = numpy.random.default_rng(1).random((200, 200)) > 0.2
    cells[0, 0] = cells[199, 199] = True
    grid = tremaux.Grid(cells, movement="eight-no-corners")
    ours, (_, cost) = least(50, lambda: grid.path((0, 0), (199, 199)))
    try:
        from pathfinding.core.diagonal_movement import DiagonalMovement
        from pathfinding.core.grid import Grid
        from pathfinding.finder.a_star import AStarFinder

        def peer():
            field = Grid(matrix=cells.astype(int).tolist())
            finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
            finder.find_path(field.node(0, 0), field.node(199, 199), field)
            return field.node(199, 199).g

        theirs, length = least(3, peer)
        # Its diagonals cost sqrt(2) to its own rounding.
        assert abs(length - cost) < 1e-2 * cost, (length, cost)
        tell("grid 200x200, 20 % walls", "pathfinding (PyPI)", ours, theirs)
    except ImportError:
        pass
    try:
        import pyastar2d

        weights = numpy.where(cells, 1.0, numpy.inf).astype(numpy.float32)
        four = tremaux.Grid(cells, movement="four")
        ours, (_, cost) = least(50, lambda: four.path((0, 0), (199, 199)))
        theirs, path = least(20, lambda: pyastar2d.astar_path(weights, (0, 0), (199, 199), allow_diagonal=False))
        assert len(path) - 1 == cost
        tell("the same, four neighbours", "pyastar2d", ours, theirs)
    except ImportError:
        pass


def roads():
    try:
        import networkx
    except ImportError:
        return
    chance = random.Random(3)
    graph = networkx.grid_2d_graph(150, 150)
    for _, _, data in graph.edges(data=True):
        data["weight"] = chance.randrange(1, 100)
    ours_graph = tremaux.Graph.from_networkx(graph)
    fast = tremaux.Graph.from_networkx(graph, hierarchy=True)
    pair = ((3, 5), (140, 133))
    ours, (_, cost) = least(20, lambda: ours_graph.path(*pair))
    prepared, (_, same) = least(20, lambda: fast.path(*pair))
    assert cost == same

    def bound(a, b):
        return abs(a[0] - b[0]) + abs(a[1] - b[1])

    theirs, length = least(3, lambda: networkx.dijkstra_path_length(graph, *pair))
    assert length == cost
    tell("roads, 22,500 nodes", "networkx dijkstra", ours, theirs)
    theirs, length = least(3, lambda: networkx.astar_path_length(graph, *pair, heuristic=bound))
    assert length == cost
    tell("roads, 22,500 nodes", "networkx astar", ours, theirs)
    tell("the same, with a hierarchy", "networkx astar", prepared, theirs)
    for name in ("igraph", "rustworkx"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        nodes = list(graph)
        number = {node: nth for nth, node in enumerate(nodes)}
        arcs = [(number[a], number[b], data["weight"]) for a, b, data in graph.edges(data=True)]
        if name == "igraph":
            peer = module.Graph(len(nodes), [arc[:2] for arc in arcs])
            weights = [arc[2] for arc in arcs]
            theirs, found = least(10, lambda: peer.distances(number[pair[0]], number[pair[1]], weights=weights))
            assert found[0][0] == cost
        else:
            peer = module.PyGraph()
            peer.add_nodes_from(range(len(nodes)))
            peer.add_edges_from(arcs)
            goal = number[pair[1]]
            theirs, found = least(
                10, lambda: module.dijkstra_shortest_path_lengths(peer, number[pair[0]], float, goal=goal)
            )
            assert found[goal] == cost
        tell("roads, 22,500 nodes", name, ours, theirs)


def by_hand(starts, successors):
    """Dijkstra as one writes it: the costs from some nodes to all."""
    costs, queue = dict.fromkeys(starts, 0), [(0, node) for node in starts]
    while queue:
        cost, node = heapq.heappop(queue)
        if cost > costs[node]:
            continue
        for after, step in successors(node):
            total = cost + step
            if total < costs.get(after, total + 1):
                costs[after] = total
                heapq.heappush(queue, (total, after))
    return costs


def own_rules():
    """Functions of one's own, which take most of the time of both."""
    side, chance = 200, random.Random(5)
    costs = {(x, y): chance.randrange(1, 100) for x in range(side) for y in range(side)}

    def successors(at):
        x, y = at
        return [(to, costs[to]) for to in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)) if to in costs]

    ours, found = least(3, lambda: tremaux.dijkstra_all((0, 0), successors))
    theirs, expected = least(3, lambda: by_hand([(0, 0)], successors))
    assert found == expected
    tell("one to all of 40,000 by functions", "heapq by hand", ours, theirs)


SIDE = 500


def arcs_of_a_large_graph():
    """A road map of a million arcs: SIDE² crossings, each with an arc to each neighbour."""
    import numpy

    number = numpy.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    pairs = [(number[:, :-1], number[:, 1:]), (number[:-1], number[1:])]
    tails = numpy.concatenate([a.ravel() for a, _ in pairs])
    heads = numpy.concatenate([b.ravel() for _, b in pairs])
    costs = numpy.random.default_rng(7).random(len(tails)) + 0.01
    return numpy.concatenate([tails, heads]), numpy.concatenate([heads, tails]), numpy.concatenate([costs, costs])


def large_with_tremaux(tails, heads, costs):
    import scipy.sparse

    matrix = scipy.sparse.coo_matrix((costs, (tails, heads)), shape=(SIDE * SIDE, SIDE * SIDE)).tocsr()
    graph = yield lambda: tremaux.Graph.from_scipy_sparse(matrix)
    yield lambda: graph.distance_array(0)


def large_with_scipy(tails, heads, costs):
    import scipy.sparse.csgraph

    triples = (costs, (tails, heads))
    matrix = yield lambda: scipy.sparse.coo_matrix(triples, shape=(SIDE * SIDE, SIDE * SIDE)).tocsr()
    yield lambda: scipy.sparse.csgraph.dijkstra(matrix, indices=0)


def large_with_networkx(tails, heads, costs):
    import networkx

    graph = networkx.DiGraph()
    triples = list(zip(tails.tolist(), heads.tolist(), costs.tolist()))
    yield lambda: graph.add_weighted_edges_from(triples)
    yield lambda: [cost for _, cost in sorted(networkx.single_source_dijkstra_path_length(graph, 0).items())]


def large_with_igraph(tails, heads, costs):
    import igraph

    ends, weights = list(zip(tails.tolist(), heads.tolist())), costs.tolist()
    graph = yield lambda: igraph.Graph(SIDE * SIDE, ends, directed=True)
    yield lambda: graph.distances(0, weights=weights)[0]


def large_with_rustworkx(tails, heads, costs):
    import rustworkx

    triples = list(zip(tails.tolist(), heads.tolist(), costs.tolist()))

    def build():
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(SIDE * SIDE))
        graph.add_edges_from(triples)
        return graph

    graph = yield build
    yield lambda: [0] + [cost for _, cost in sorted(rustworkx.dijkstra_shortest_path_lengths(graph, 0, float).items())]


def large_with_heapq(tails, heads, costs):
    triples = list(zip(tails.tolist(), heads.tolist(), costs.tolist()))

    def build():
        near = [[] for _ in range(SIDE * SIDE)]
        for tail, head, cost in triples:
            near[tail].append((head, cost))
        return near

    near = yield build
    yield lambda: [cost for _, cost in sorted(by_hand([0], lambda node: near[node]).items())]


def resident():
    """MB of this process."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def large(peer):
    """Seconds to build and to search, MB of what was built, and the costs, in a process of its own."""
    try:
        steps = globals()[f"large_with_{peer}"](*arcs_of_a_large_graph())
        build = next(steps)
    except ImportError:
        return None
    before = resident()
    seconds, built = least(1, build)
    memory = resident() - before
    search, costs = least(3, steps.send(built))
    return seconds, search, memory, [float(cost) for cost in costs]


def large_graphs():
    try:
        import scipy  # noqa: F401
    except ImportError:
        return
    expected = None
    print(f"\n{'one to all, a million arcs':34} {'built in':>12} {'searched in':>14} {'memory':>12}")
    for peer in ("tremaux", "scipy", "igraph", "rustworkx", "networkx", "heapq"):
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            told = pool.apply(large, (peer,))
        if told is None:
            continue
        built, searched, memory, costs = told
        expected = expected or costs
        assert len(costs) == len(expected)
        assert all(abs(one - other) < 1e-9 * (1 + other) for one, other in zip(costs, expected)), peer
        print(f"{peer:34} {built:10.2f} s {searched * 1e3:11.0f} ms {memory:9.0f} MB")


def many_sources():
    """Distances from twenty nodes of the large graph to all."""
    try:
        import scipy.sparse.csgraph
    except ImportError:
        return
    import numpy

    tails, heads, costs = arcs_of_a_large_graph()
    matrix = scipy.sparse.coo_matrix((costs, (tails, heads)), shape=(SIDE * SIDE, SIDE * SIDE)).tocsr()
    graph = tremaux.Graph.from_scipy_sparse(matrix)
    nodes = range(SIDE * SIDE)
    sources = nodes[:: SIDE * SIDE // 20]
    theirs, expected = least(3, lambda: scipy.sparse.csgraph.dijkstra(matrix, indices=list(sources)))
    for threads in (1, 2):
        ours, found = least(3, lambda threads=threads: graph.matrix(sources, nodes, threads=threads))
        assert numpy.allclose(found, expected, rtol=1e-9)
        tell(f"twenty to all, a million arcs, x{threads}", "scipy", ours, theirs)


def constraints():
    try:
        import constraint
    except ImportError:
        return
    count = 8

    def ours():
        model = tremaux.Model()
        queens = [f"Q{row}" for row in range(count)]
        model.variables(queens, range(count))
        model.all_different(queens)
        for slope in (-1, 1):
            model.all_different({queen: slope * row for row, queen in enumerate(queens)})
        return sum(1 for _ in model.solutions())

    def theirs():
        problem = constraint.Problem()
        problem.addVariables(range(count), range(count))
        problem.addConstraint(constraint.AllDifferentConstraint())
        for a in range(count):
            for b in range(a):
                problem.addConstraint(lambda x, y, gap=a - b: abs(x - y) != gap, (a, b))
        return len(problem.getSolutions())

    ours, found = least(3, ours)
    theirs, expected = least(3, theirs)
    assert found == expected == 92
    tell("eight queens, all 92", "python-constraint", ours, theirs)


def equilibria():
    try:
        import pyspiel
        from open_spiel.python.algorithms import cfr, exploitability
    except ImportError:
        return
    rounds = 300
    ours, report = least(3, lambda: tremaux.analyze("kuhn-poker", algorithm=f"cfr-plus(iterations={rounds})"))
    game = pyspiel.load_game("kuhn_poker")

    def in_python():
        solver = cfr.CFRPlusSolver(game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        return exploitability.exploitability(game, solver.average_policy())

    def in_c():
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        return pyspiel.exploitability(game, solver.average_policy())

    for name, peer in (("OpenSpiel in Python", in_python), ("OpenSpiel in C++", in_c)):
        theirs, exploited = least(1, peer)
        assert abs(exploited - report.exploitability) < 1e-12
        tell(f"Kuhn poker, {rounds} iterations", name, ours, theirs)


if __name__ == "__main__":
    print(f"{'':34} {'peer':22} {'tremaux':>13} {'peer':>15}")
    puzzles()
    grids()
    own_rules()
    roads()
    constraints()
    equilibria()
    many_sources()
    large_graphs()
