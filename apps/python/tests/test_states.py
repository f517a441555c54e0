"""States that are not hashable, and rules written for `aima`."""

import collections
import dataclasses

import pytest
import tremaux

numpy = pytest.importorskip("numpy")

SLIDES = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}


def slid(cells, to):
    """Four cells in a square, the blank moved."""
    cells = list(cells)
    blank = cells.index(0)
    cells[blank], cells[to] = cells[to], cells[blank]
    return cells


@dataclasses.dataclass
class Board:
    cells: list


KINDS = {
    "list": (list, list),
    "tuple of lists": (lambda cells: (list(cells[:2]), list(cells[2:])), lambda it: it[0] + it[1]),
    "dict": (lambda cells: dict(enumerate(cells)), lambda it: [it[at] for at in range(4)]),
    "array": (lambda cells: numpy.array(cells).reshape(2, 2), lambda it: it.reshape(4).tolist()),
    "record": (lambda cells: Board(list(cells)), lambda it: it.cells),
}


@pytest.mark.parametrize("kind", KINDS)
def test_boards_of_any_kind_are_searched(kind):
    made, cells_of = KINDS[kind]

    class Slide:
        initial = made([3, 2, 1, 0])

        def actions(self, state):
            return SLIDES[cells_of(state).index(0)]

        def result(self, state, to):
            return made(slid(cells_of(state), to))

        def is_goal(self, state):
            return cells_of(state) == [0, 1, 2, 3]

    def steps(state):
        return [(Slide().result(state, to), 1) for to in Slide().actions(state)]

    expected = tremaux.a_star((3, 2, 1, 0), lambda it: [(tuple(slid(it, to)), 1) for to in SLIDES[it.index(0)]], (0, 1, 2, 3).__eq__)
    for algorithm in ("a-star", "breadth-first", "ida-star"):
        report = tremaux.search(Slide(), algorithm)
        assert (report.cost if report else None) == (expected and expected[1])
        if report:
            assert [tuple(cells_of(state)) for state in (report.states[0], report.states[-1])] == [(3, 2, 1, 0), (0, 1, 2, 3)]
    found = tremaux.a_star(Slide.initial, steps, Slide().is_goal)
    assert (found is None) == (expected is None)
    near = tremaux.bfs(made([1, 0, 3, 2]), lambda state: [to for to, _ in steps(state)], lambda it: cells_of(it) == [1, 2, 3, 0])
    assert [cells_of(state) for state in near] == [[1, 0, 3, 2], [1, 2, 3, 0]]
    assert type(near[0]) is type(made([1, 0, 3, 2]))


def test_a_key_says_which_states_are_the_same():
    seen = []

    def steps(state):
        seen.append(state)
        return [((state[0] + 1, "a"), 1), ((state[0] + 1, "b"), 1)]

    path, cost = tremaux.dijkstra((0, ""), steps, lambda state: state[0] == 10, key=lambda state: state[0])
    assert cost == 10 and len(seen) == 10 and path[0] == (0, "")
    with pytest.raises(ValueError, match="changed a state in place"):
        tremaux.bfs([0], lambda state: [state] if state.append(1) else [state], lambda state: len(state) > 3)


def test_h_may_take_a_node():
    class Line:
        initial = 0

        def actions(self, n):
            return [1, 2]

        def result(self, n, step):
            return n + step

        def goal_test(self, n):
            return n == 9

        def path_cost(self, cost, n, step, after):
            return cost + step

        def h(self, node):
            return 9 - node.state if node.state <= 9 else 99

    report = tremaux.search(Line())
    assert report.cost == 9 and report.optimal and report.counts["expanded"] <= 10


def test_a_game_with_boards_in_dicts_is_played():
    State = collections.namedtuple("GameState", "to_move utility board moves")

    class Nim:
        """Two heaps in a dict, as aima has its boards; whoever takes the last one wins."""

        initial = State("MAX", 0, {"a": 2, "b": 1}, [("a", 1), ("a", 2), ("b", 1)])

        def actions(self, state):
            return state.moves

        def result(self, state, move):
            heap, count = move
            board = {**state.board, heap: state.board[heap] - count}
            moves = [(name, n) for name in board for n in range(1, board[name] + 1)]
            won = 0 if moves else (1 if state.to_move == "MAX" else -1)
            return State("MIN" if state.to_move == "MAX" else "MAX", won, board, moves)

        def utility(self, state, player):
            return state.utility if player == "MAX" else -state.utility

        def terminal_test(self, state):
            return not state.moves

        def to_move(self, state):
            return state.to_move

    found = tremaux.analyze(Nim(), depth=10)
    assert (found.best, found.value, found.exact) == (("a", 1), 1.0, True)
    lost = tremaux.analyze(Nim(), State("MIN", 0, {"a": 1, "b": 1}, [("a", 1), ("b", 1)]), depth=10)
    assert lost.value == -1.0


class SearchProblem:
    """What classes for simpleai inherit."""

    def __init__(self, initial_state=None):
        self.initial_state = initial_state

    def cost(self, state, action, state2):
        return 1

    def heuristic(self, state):
        return 0


class Rivers(SearchProblem):
    """Three missionaries and three cannibals, as in the samples of simpleai: a state is those on the left bank."""

    def actions(self, state):
        missionaries, cannibals, boat = state
        sign = -1 if boat == 0 else 1
        crossings = [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1)]
        after = [(missionaries + sign * m, cannibals + sign * c) for m, c in crossings]
        return [it for it, (m, c) in zip(crossings, after) if 0 <= m <= 3 and 0 <= c <= 3 and m in (0, 3, c)]

    def result(self, state, action):
        sign = -1 if state[2] == 0 else 1
        return (state[0] + sign * action[0], state[1] + sign * action[1], 1 - state[2])

    def is_goal(self, state):
        return state == (0, 0, 1)

    def cost(self, state, action, state2):
        return sum(action)

    def heuristic(self, state):
        return state[0] + state[1]


def test_classes_for_simpleai_run_as_they_are():
    report = tremaux.search(Rivers((3, 3, 0)))
    assert (report.algorithm, report.optimal, report.states[0], report.states[-1]) == ("a-star", True, (3, 3, 0), (0, 0, 1))
    assert report.cost == sum(map(sum, report.moves)) == tremaux.search(Rivers((3, 3, 0)), "dijkstra").cost
    assert tremaux.search(Rivers((3, 3, 0)), "breadth-first").length == 11
    assert tremaux.search(Rivers(), start=(1, 1, 0)).length == 1
    order = [(3, 3, 0), (3, 2, 1)]
    assert not tremaux.referee(Rivers((3, 3, 0)), order, "breadth-first").ok

    class Board(Rivers):
        """States as lists."""

        def actions(self, state):
            return super().actions(tuple(state))

        def result(self, state, action):
            return list(super().result(tuple(state), action))

        def is_goal(self, state):
            return state == [0, 0, 1]

    assert tremaux.search(Board([3, 3, 0])).cost == report.cost
