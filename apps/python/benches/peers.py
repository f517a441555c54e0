"""Speed beside Python's own libraries, with equal answers: `pip install aima3 simpleai pathfinding networkx numpy`.

Prints a table; each time is the least of some runs. Peers that are not installed are left out.
"""

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


if __name__ == "__main__":
    print(f"{'':34} {'peer':22} {'tremaux':>13} {'peer':>15}")
    puzzles()
    grids()
    roads()
