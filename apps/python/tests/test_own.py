"""Problems of one's own."""

import functools
import gc
import math
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import pytest
import tremaux

ROMANIA = {
    "Arad": {"Zerind": 75, "Sibiu": 140, "Timisoara": 118},
    "Zerind": {"Arad": 75, "Oradea": 71},
    "Oradea": {"Zerind": 71, "Sibiu": 151},
    "Sibiu": {"Arad": 140, "Oradea": 151, "Fagaras": 99, "Rimnicu": 80},
    "Timisoara": {"Arad": 118, "Lugoj": 111},
    "Lugoj": {"Timisoara": 111, "Mehadia": 70},
    "Mehadia": {"Lugoj": 70, "Drobeta": 75},
    "Drobeta": {"Mehadia": 75, "Craiova": 120},
    "Craiova": {"Drobeta": 120, "Rimnicu": 146, "Pitesti": 138},
    "Rimnicu": {"Sibiu": 80, "Craiova": 146, "Pitesti": 97},
    "Fagaras": {"Sibiu": 99, "Bucharest": 211},
    "Pitesti": {"Rimnicu": 97, "Craiova": 138, "Bucharest": 101},
    "Bucharest": {"Fagaras": 211, "Pitesti": 101},
}
AIR = {
    "Arad": 366, "Bucharest": 0, "Craiova": 160, "Drobeta": 242, "Fagaras": 176, "Lugoj": 244, "Mehadia": 241,
    "Oradea": 380, "Pitesti": 100, "Rimnicu": 193, "Sibiu": 253, "Timisoara": 329, "Zerind": 374,
}


class Romania:
    initial = "Arad"

    def actions(self, city):
        return list(ROMANIA[city])

    def result(self, city, to):
        return to

    def is_goal(self, city):
        return city == "Bucharest"

    def action_cost(self, city, to, _):
        return ROMANIA[city][to]

    def h(self, city):
        return AIR[city]


def test_romania_is_searched_by_every_algorithm_that_fits():
    report = tremaux.search(Romania())
    assert report.algorithm == "a-star" and report.optimal and report.cost == 418
    assert report.states == ["Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"]
    # Arad, Sibiu, Rimnicu Vilcea, Fagaras, Pitesti, as in the book.
    assert report.counts["expanded"] == 5
    for name in ("dijkstra", "ida-star", "recursive-best-first", "fringe-search", "memory-bounded-a-star", "anytime-a-star"):
        assert tremaux.search(Romania(), name).cost == 418, name
    greedy = tremaux.search(Romania(), "greedy-best-first")
    assert greedy.cost == 450 and not greedy.optimal
    breadth = tremaux.search(Romania(), "breadth-first")
    assert breadth.states == ["Arad", "Sibiu", "Fagaras", "Bucharest"]
    best = tremaux.search(Romania(), "k-best(paths=3)")
    assert len(best.plans) == 3 and best.plans[0][1] == report.states
    assert [plan["moves"] for plan in best.solutions] == [moves for moves, _ in best.plans]
    assert tremaux.search(Romania(), start="Pitesti").cost == 101


def test_functions_find_what_classes_find():
    def steps(city):
        return ROMANIA[city].items()

    def is_goal(city):
        return city == "Bucharest"

    path = ["Arad", "Sibiu", "Rimnicu", "Pitesti", "Bucharest"]
    assert tremaux.a_star("Arad", steps, is_goal, AIR.get) == (path, 418)
    assert tremaux.dijkstra("Arad", steps, is_goal) == (path, 418)
    assert tremaux.ida_star("Arad", steps, is_goal, AIR.get) == (path, 418)
    assert tremaux.beam("Arad", steps, is_goal, AIR.get, width=5)[0][-1] == "Bucharest"
    assert tremaux.bfs("Arad", lambda city: ROMANIA[city], is_goal) == ["Arad", "Sibiu", "Fagaras", "Bucharest"]
    assert tremaux.k_shortest("Arad", steps, is_goal, 2, AIR.get)[0] == path
    assert tremaux.anytime("Arad", steps, is_goal, AIR.get, time=1.0).cost == 418
    assert tremaux.dijkstra("Arad", steps, lambda city: False) is None
    with pytest.raises(tremaux.LimitReached) as raised:
        tremaux.a_star(0, lambda n: [(n + 1, 1)], lambda n: False, nodes=100)
    assert raised.value.report.bound == 100
    # Pairs may be lists, and a time without end is no limit.
    assert tremaux.dijkstra(0, lambda n: [[n + 1, 2]], lambda n: n == 2, time=1e300) == ([0, 1, 2], 4)
    with pytest.raises(TypeError, match="pairs"):
        tremaux.dijkstra(0, lambda n: ["ab"], lambda n: n == 2)
    # Costs that are not whole.
    found = tremaux.dijkstra(0, lambda n: [(n + 1, 1 if n < 2 else 0.5)], lambda n: n == 4)
    assert found == ([0, 1, 2, 3, 4], 3.0)


def test_rules_of_the_older_form_are_known():
    class Old:
        initial = 1

        def actions(self, n):
            return [n + 1, 2 * n]

        def result(self, n, action):
            return action

        def goal_test(self, n):
            return n == 9

        def path_cost(self, c, n, action, m):
            return c + 1

    assert tremaux.search(Old()).cost == 4


class Faulty(Romania):
    """A rule that fails in one way."""

    def __init__(self, **rules):
        self.__dict__.update(rules)


def raises(*_):
    raise ZeroDivisionError("on purpose")


@pytest.mark.parametrize("rule", ["actions", "result", "is_goal", "action_cost", "h"])
@pytest.mark.parametrize("algorithm", ["a-star", "ida-star", "beam(width=3)", "breadth-first"])
def test_an_exception_of_a_rule_is_raised_with_its_place(rule, algorithm):
    if rule == "h" and algorithm == "breadth-first":
        return
    with pytest.raises(ZeroDivisionError, match="on purpose") as raised:
        tremaux.search(Faulty(**{rule: raises}), algorithm)
    assert any(rule in note and "'Arad'" in note for note in raised.value.__notes__)


@pytest.mark.parametrize(
    ("rules", "error", "text"),
    [
        ({"actions": lambda city: None}, TypeError, "actions of the state 'Arad' returned None"),
        ({"actions": lambda city: 7}, TypeError, "expected an iterable of actions"),
        ({"result": lambda city, to: [to]}, TypeError, "unhashable"),
        ({"action_cost": lambda *_: "much"}, TypeError, "returned 'much'; expected a number"),
        ({"action_cost": lambda *_: -1}, ValueError, "costs -1"),
        ({"action_cost": lambda *_: float("nan")}, ValueError, "costs NaN"),
        ({"h": lambda city: "far"}, TypeError, "h of the state"),
        ({"h": lambda city: -1}, TypeError, "h of the state 'Arad' returned -1; expected a number of zero or more"),
        ({"h": lambda city: math.nan}, TypeError, "h of the state 'Arad' returned nan"),
        ({"h": lambda city: 2**53 + 1}, TypeError, "at most 2\\*\\*53 if it is whole"),
    ],
)
def test_nonsense_is_refused(rules, error, text):
    with pytest.raises(error, match=text):
        tremaux.search(Faulty(**rules))


def test_an_object_without_rules_is_refused():
    for wrong, missing in [(object(), "actions"), (type("T", (), {"actions": 1, "result": 1})(), "actions")]:
        with pytest.raises(TypeError, match=missing):
            tremaux.search(wrong)
    with pytest.raises(tremaux.InputError, match="did you mean"):
        tremaux.search(Romania(), "a-satr")
    with pytest.raises(ValueError, match="admissible"):
        tremaux.search(Romania(), h_is="perfect")


def test_a_state_that_is_changed_in_place_is_told():
    class Changing:
        def __init__(self, value):
            self.value = value

        def __hash__(self):
            return hash(self.value)

        def __eq__(self, other):
            return self.value == other.value

    class Problem:
        initial = Changing(1)

        def actions(self, state):
            return [1]

        def result(self, state, action):
            state.value += action
            return Changing(state.value)

        def is_goal(self, state):
            return state.value > 100

    with pytest.raises(ValueError, match="changed in place"):
        tremaux.search(Problem())


def test_a_rule_may_search_and_threads_may_search_at_once():
    def far(n):
        return len(tremaux.bfs(n, lambda m: [m + 1], lambda m: m == 20)) - 1

    def steps(n):
        return [(n + d, d) for d in (1, 3) if n + d <= 20]

    assert tremaux.a_star(0, steps, lambda n: n == 20, far)[1] == 20
    found = []

    def work():
        found.append(tremaux.search(Romania()).cost)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [418] * 8


def test_what_is_collected_while_it_is_in_use_is_kept():
    def steps(n):
        gc.collect()
        return [(State(n.value + 1), 1)]

    class State:
        def __init__(self, value):
            self.value = value

        def __hash__(self):
            return self.value

        def __eq__(self, other):
            return self.value == other.value

    path, cost = tremaux.dijkstra(State(0), steps, lambda n: n.value == 30)
    assert cost == 30 and [state.value for state in path] == list(range(31))


def test_ten_thousand_searches_take_no_more_memory():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def some(count):
        for _ in range(count):
            tremaux.search(Romania())
            with pytest.raises(ZeroDivisionError):
                tremaux.search(Faulty(is_goal=raises))

    some(1000)
    gc.collect()
    before = resident()
    some(9000)
    gc.collect()
    assert resident() - before < 8 << 20


def test_ctrl_c_ends_a_search_of_rules():
    begun = []

    def press():
        time.sleep(0.3)
        begun.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        tremaux.bfs(0, lambda n: [n + 1, 2 * n], lambda n: False)
    # A twentieth of a second, on a busy machine much longer.
    assert time.perf_counter() - begun[0] < 10.0


def test_limits_hold_when_rules_are_slow():
    def slow(n):
        time.sleep(0.002)
        return [(n + 1, 1), (n + 2, 2)]

    found = tremaux.dijkstra_all(0, slow, nodes=80)
    assert len(found) <= 80 and not found.is_complete
    with pytest.raises(TypeError, match="nods"):
        tremaux.dijkstra_all(0, slow, nods=80)
    assert tremaux.dijkstra_all(0, lambda n: [(n + 1, 1)] if n < 9 else []).is_complete
    with pytest.raises(tremaux.LimitReached) as raised:
        tremaux.dijkstra(0, slow, lambda n: False, nodes=80)
    assert raised.value.report.counts["expanded"] <= 80


TREE = """
import sys, tremaux

class Tree:
    initial = (1, "")
    def actions(self, state): return (0, 1)
    def result(self, state, side): return (2 * state[0] + side, state[1] + "01"[side])
    def is_goal(self, state): return state[0] >> 40 == 1

def most():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024

tremaux.search(Tree(), sys.argv[1], nodes=10)
before = most()
tremaux.search(Tree(), sys.argv[1], nodes=60_000, memory=4 << 20)
print(most() - before)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads what Linux says")
@pytest.mark.parametrize(
    ("algorithm", "is_along_a_path"),
    [
        ("a-star", False), ("dijkstra", False), ("breadth-first", False), ("fringe-search", False),
        ("anytime-a-star", False), ("memory-bounded-a-star", False), ("k-best(paths=3)", False),
        ("ida-star", True), ("recursive-best-first", True), ("iterative-deepening", True),
    ],
)
def test_what_a_problem_has_seen_counts_against_the_memory(algorithm, is_along_a_path):
    words = [sys.executable, "-c", TREE, algorithm]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    most = int(told.split()[0])
    # Rounded up by the allocators of Rust and Python.
    assert most <= (2 << 20 if is_along_a_path else 8 << 20), told


def test_searches_along_a_path_find_what_others_find():
    cells = {(x, y) for x in range(5) for y in range(5) if (7 * x + 5 * y) % 6 or (x, y) == (0, 0)}

    def steps(cell):
        x, y = cell
        beside = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]
        return [(to, 1 + (to[0] * 3 + to[1] + x) % 3) for to in beside if to in cells]

    def is_goal(cell):
        return cell == (4, 3)

    path, cost = tremaux.dijkstra((0, 0), steps, is_goal)
    found, found_cost = tremaux.ida_star((0, 0), steps, is_goal, lambda cell: 0)
    assert found_cost == cost and found[0] == path[0] and found[-1] == path[-1]
    assert sum(dict(steps(a))[b] for a, b in zip(found, found[1:])) == cost


def test_a_heuristic_that_is_seen_to_be_wrong_is_warned_of():
    arcs = {"a": [("b", 1), ("c", 2)], "b": [("d", 5)], "c": [("d", 1)], "d": []}
    too_high = {"a": 9, "b": 0, "c": 0, "d": 0}.get
    for search, found in ((tremaux.a_star, 3), (tremaux.ida_star, 6)):
        with pytest.warns(tremaux.NotProved, match="not proved optimal") as told:
            path, cost = search("a", arcs.get, "d".__eq__, too_high)
        assert cost == found and path[-1] == "d" and told[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert search("a", arcs.get, "d".__eq__, {"a": 3, "b": 5, "c": 1, "d": 0}.get) == (["a", "c", "d"], 3)
            # Sums of decimals are optimal up to rounding.
            assert search(0, lambda n: [(n + 1, 0.1)], (3).__eq__)[0] == [0, 1, 2, 3]


def test_a_dead_end_that_is_claimed_is_an_assumption():
    arcs = {"a": [("b", 1)], "b": [("c", 1)], "c": []}
    for node in "abc":
        h = lambda at: math.inf if at == node else 0
        for search in (tremaux.a_star, tremaux.ida_star, functools.partial(tremaux.k_shortest, k=2)):
            with pytest.warns(tremaux.NotProved, match="assumes that no goal can be reached from where h is infinite"):
                assert not search("a", arcs.get, "c".__eq__, h=h)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        right = {"a": 2, "b": 1, "c": 0, "d": math.inf}
        assert tremaux.a_star("a", (arcs | {"a": [("d", 1), ("b", 1)]}).get, "c".__eq__, right.get) == (["a", "b", "c"], 2)
        assert tremaux.a_star("a", arcs.get, "d".__eq__, lambda at: 0) is None
    # Whole estimates, rounded up, are no more than what floats hold of them.
    report = tremaux.search(Faulty(h=lambda city: AIR[city] and AIR[city] + 1e-9 * AIR[city] / 2))
    assert report.optimal and report.cost == 418 and report.assumes is None
    report = tremaux.search(Faulty(h=lambda city: math.inf))
    assert report.is_impossible and "h is infinite" in report.assumes
    assert tremaux.search(Faulty(h=lambda city: math.inf), h_is="nothing").is_solved


def test_none_is_a_state_and_costs_are_exact_or_refused():
    arcs = {None: [("a", 1)], "a": [(None, 1), ("b", 2)], "b": []}
    assert tremaux.a_star(None, arcs.get, lambda it: it == "b") == ([None, "a", "b"], 3)
    assert tremaux.a_star("a", arcs.get, lambda it: it is None) == (["a", None], 1)
    assert tremaux.bfs(None, lambda it: [to for to, _ in arcs[it]], lambda it: it == "b") == [None, "a", "b"]
    most = 2**53
    assert tremaux.dijkstra(0, lambda n: [(n + 1, most)], lambda n: n == 1) == ([0, 1], most)
    with pytest.raises(TypeError, match="at most 2\\*\\*53"):
        tremaux.dijkstra(0, lambda n: [(n + 1, most + 1)], lambda n: n == 1)
