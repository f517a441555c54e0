"""What goes to other processes and comes back."""

import concurrent.futures
import copy
import multiprocessing
import pickle

import pytest
import tremaux


class Count:
    """From 1 to 12."""

    initial = 1

    def actions(self, n):
        return ["double", "add"]

    def result(self, n, action):
        return 2 * n if action == "double" else n + 1

    def is_goal(self, n):
        return n == 12


def counted(nodes):
    return tremaux.search(Count(), nodes=nodes)


def stopped(_):
    return tremaux.a_star(1, lambda n: [(n + 1, 1)], lambda n: n == 10**6, nodes=10)


def mistaken(_):
    return tremaux.solve("tiles", "1 2 x")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_answers_and_errors_come_back_from_a_pool(method):
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        (report,) = pool.map(counted, [1000], timeout=60)
        assert report.cost == 4 and report.states == [1, 2, 3, 6, 12] and len(report.plans) == 1
        with pytest.raises(tremaux.LimitReached) as raised:
            pool.submit(stopped, None).result(60)
        assert raised.value.report.status == "limit"
        with pytest.raises(tremaux.InputError) as raised:
            pool.submit(mistaken, None).result(60)
        assert raised.value.line == 1 and raised.value.excerpt == "1 2 x"
    with context.Pool(1) as pool:
        with pytest.raises(tremaux.LimitReached):
            pool.apply_async(stopped, [None]).get(60)


def test_what_is_copied_answers_as_before():
    model = tremaux.Model()
    model.variables("A B", [1, 2])
    model.all_different("A B")
    weighted = tremaux.Grid([[1, 3], [0, 1]], movement="four")
    drawn = tremaux.Grid("..# .#. ...", movement="four", algorithm="canonical-a-star")
    exact = tremaux.Graph.from_edges([("a", "b", 2), ("b", "c", 3), ("a", "c", 9)], hierarchy=True)
    floats = tremaux.Graph.from_edges([("a", "b", 0.5), ("b", "c", 0.25)], directed=False)
    for copied in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
        assert copied(weighted).path((0, 0), (1, 1)) == weighted.path((0, 0), (1, 1)) == ([(0, 0), (0, 1), (1, 1)], 4.0)
        assert copied(drawn).path((0, 0), (2, 2)) == drawn.path((0, 0), (2, 2))
        assert copied(exact).path("a", "c") == (["a", "b", "c"], 5) and isinstance(copied(exact).path("a", "c")[1], int)
        assert copied(floats).path("c", "a") == (["c", "b", "a"], 0.75)
        assert copied(model).solve() == model.solve()
        assert copied(tremaux.analyze("tic-tac-toe", depth=9)).outcome == "draw"


def test_all_that_is_public_goes_to_other_processes(tmp_path):
    graph = tremaux.Graph.from_edges([("a", "b", 2), ("b", "c", 3)])
    line = graph.straight_line({"a": (0, 0), "b": (0, 1), "c": (1, 1)})
    grid = tremaux.Grid("..# .#. ...")
    report = counted(1000)
    with pytest.raises(tremaux.NoProof) as unproved:
        tremaux.analyze("tic-tac-toe", depth=1, proof=tmp_path / "proof")
    with pytest.raises(tremaux.LimitReached) as limit:
        stopped(None)
    with pytest.raises(tremaux.InputError) as mistake:
        mistaken(None)
    objects = [
        graph, line, grid, report, tremaux.Model(), tremaux.analyze("tic-tac-toe", depth=1), unproved.value, limit.value,
        mistake.value, tremaux.NotProved("why"), tremaux._report.Progress({"expanded": 1}),
        tremaux.referee("graph", ["Arad"], "a-star", example="romania"), grid.draw(),
        tremaux.trace("tiles", "1 2 3 / 4 5 6 / 7 0 8", form="dot"), tremaux.dijkstra_all(1, lambda n: []),
    ]
    classes = {name for name in tremaux.__all__ if isinstance(getattr(tremaux, name), type)}
    public = classes - {"Game", "Problem"}
    assert public <= {type(each).__name__ for each in objects}
    functions = [getattr(tremaux, name) for name in tremaux.__all__ if name not in classes]
    for copied in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
        for each in objects:
            other = copied(each)
            assert type(other) is type(each) and repr(other) == repr(each) and vars(other).keys() == vars(each).keys()
        assert [copied(each) for each in functions] == functions
        # Straight lines are those of their graph and of its copies.
        for of, h in ((graph, copied(line)), (copied(graph), line), copied((graph, line))):
            assert of.path("a", "c", h=h) == (["a", "b", "c"], 5) and h.factor == line.factor


def test_costs_are_exact_or_refused():
    with pytest.raises(ValueError, match="at most 2\\*\\*53"):
        tremaux.Graph.from_edges([("a", "b", 2**53 + 1)])


def test_a_field_that_does_not_exist_is_told():
    report = tremaux.solve("pancake", "4 1 3 2")
    assert report.rounding is None and report.nearest_path is None
    for wrong in ("optimall", "expanded", "_private"):
        assert not hasattr(report, wrong)
    with pytest.raises(AttributeError, match="no field `optimall`; did you mean `optimal`"):
        report.optimall
    analysis = tremaux.analyze("tic-tac-toe", depth=9)
    assert analysis.exploitability is None
    with pytest.raises(AttributeError, match="did you mean `outcome`"):
        analysis.outcom
    # The names are those of every report.
    for given in (report, analysis):
        assert set(given.to_dict()) <= set(type(given).__annotations__)
