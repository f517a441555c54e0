"""Numbers that callers give: what is out of range is refused with a sentence."""

import inspect
import math

import pytest
import tremaux
from tremaux._search import Limits

TILES = "1 2 3 / 4 5 6 / 7 0 8"
START = 1, lambda n: [(n + 1, 1)], lambda n: n == 3


class Count:
    initial = 1

    def actions(self, n):
        return [1]

    def result(self, n, _):
        return n + 1

    def is_goal(self, n):
        return n == 3


def grid():
    return tremaux.Grid("... ...")


def graph():
    return tremaux.Graph.from_edges([("a", "b", 1)])


def model():
    model = tremaux.Model()
    model.variables("A B", [1, 2])
    return model


def restricted(rule, *given, **numbers):
    restricted = model()
    getattr(restricted, rule)(*given, **numbers)
    return restricted.solve()


CALLS = {
    "Graph.distance_array": lambda **it: graph().distance_array("a", **it),
    "Graph.distances": lambda **it: graph().distances("a", **it),
    "Graph.isochrone": lambda **it: graph().isochrone("a", **it),
    "Graph.k_shortest": lambda **it: graph().k_shortest("a", "b", **it),
    "Graph.matrix": lambda **it: graph().matrix("ab", **it),
    "Graph.paths": lambda **it: graph().paths([("a", "b")], **it),
    "Graph.predecessors": lambda **it: graph().predecessors("a", **it),
    "Grid.distance_map": lambda **it: grid().distance_map((0, 0), **it),
    "Grid.isochrone": lambda **it: grid().isochrone((0, 0), **it),
    "Grid.paths": lambda **it: grid().paths([((0, 0), (1, 1))], **it),
    "Model.count": lambda **it: restricted("count", "A B", 1, **it),
    "Model.solutions": lambda **it: list(model().solutions(**it)),
    "Model.solve": lambda **it: model().solve(**it),
    "Model.sum": lambda **it: restricted("sum", "A B", **it),
    "a_star": lambda **it: tremaux.a_star(*START, **it),
    "analyze": lambda **it: tremaux.analyze("tic-tac-toe", **{"nodes": 100} | it),
    "anytime": lambda **it: tremaux.anytime(*START, lambda n: 0, **{"time": 1} | it),
    "beam": lambda **it: tremaux.beam(*START, lambda n: 0, **it),
    "bfs": lambda **it: tremaux.bfs(1, lambda n: [n + 1], lambda n: n == 3, **it),
    "dijkstra": lambda **it: tremaux.dijkstra(*START, **it),
    "dijkstra_all": lambda **it: tremaux.dijkstra_all(1, lambda n: [(n + 1, 1)] if n < 9 else [], **it),
    "generate": lambda **it: tremaux.generate("tiles", size="2x2", **it),
    "ida_star": lambda **it: tremaux.ida_star(*START, **it),
    "k_shortest": lambda **it: tremaux.k_shortest(*START, **{"k": 1} | it),
    "search": lambda **it: tremaux.search(Count(), **it),
    "solve": lambda **it: tremaux.solve("tiles", TILES, **it),
    "trace": lambda **it: tremaux.trace("tiles", TILES, form="dot", **it),
}


def public():
    for name in tremaux.__all__:
        it = getattr(tremaux, name)
        if inspect.isfunction(it):
            yield name, it
        elif inspect.isclass(it):
            yield from ((f"{name}.{of}", rule) for of, rule in vars(it).items() if of[0] != "_" and inspect.isfunction(rule))


def numbers_of(function):
    """The names of the arguments that are numbers."""
    for name, parameter in inspect.signature(function).parameters.items():
        if str(parameter.annotation) == "Unpack[Limits]":
            yield from (each for each, kind in Limits.__annotations__.items() if "int" in str(kind) or "float" in str(kind))
        elif {"int", "float"} & set(str(parameter.annotation).split(" | ")) and parameter.kind != parameter.VAR_KEYWORD:
            yield name


@pytest.mark.parametrize(("name", "argument"), [(name, it) for name, rule in public() for it in numbers_of(rule)])
def test_numbers_out_of_range_are_refused(name, argument):
    for number in (-1, -(2**70), 2**64, 10**400):
        try:
            CALLS[name](**{argument: number})
        except (ValueError, tremaux.LimitReached) as error:
            assert len(str(error)) > 20
        else:
            assert number > 0 or argument in ("least", "most")
    if argument in ("time", "cutoff", "cost"):
        with pytest.raises(ValueError, match=f"{argument} is nan; expected at least 0"):
            CALLS[name](**{argument: math.nan})
    if argument not in ("least", "most"):
        with pytest.raises((TypeError, ValueError), match="expected|invalid"):
            CALLS[name](**{argument: "x"})
    if argument not in ("least", "most", "time", "cutoff", "cost"):
        with pytest.raises((TypeError, ValueError), match="whole number" if name != "trace" else "1.5"):
            CALLS[name](**{argument: 1.5})
