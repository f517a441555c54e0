"""Progress of running searches."""

import pytest
import tremaux


class Count:
    """Slow rules: numbers that are added up."""

    initial = 0

    def actions(self, n):
        return [1, 2, 3]

    def result(self, n, action):
        return n * 3 + action

    def is_goal(self, n):
        return False


class Pass:
    """A game without an end, for some number of players."""

    def __init__(self, count):
        self.players = range(count)

    initial = 0
    zero_sum = True

    def to_move(self, state):
        return state % len(self.players)

    def actions(self, state):
        return [1, len(self.players) + 1]

    def result(self, state, step):
        return state + step

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0


def forever(function, *args, **options):
    """A search that ends by its limit only, which is far off."""
    return lambda run: run(function, *args, time=600, **options)


RUNS = {
    "a domain": forever(tremaux.solve, "tiles", korf=60, algorithm="a-star", heuristic="manhattan"),
    "rules": forever(tremaux.search, Count()),
    "functions": forever(tremaux.anytime, 0, lambda n: [(n + 1, 1)], lambda n: False, lambda n: 0),
}
GAMES = {
    "a game": forever(tremaux.analyze, "chess"),
    "a game of chance": forever(tremaux.analyze, "backgammon", depth=40),
    "hidden information": forever(tremaux.analyze, "leduc", algorithm="cfr-plus"),
    "a game of one's own": forever(tremaux.analyze, Pass(2)),
    "a game of three": forever(tremaux.analyze, Pass(3), algorithm="max-n"),
}


class Enough(Exception):
    """Ends a search."""


@pytest.mark.parametrize("run", RUNS)
def test_progress_is_told_until_what_is_raised_ends_the_search(run):
    told = []

    def listener(progress):
        told.append(progress)
        if len(told) == 5:
            raise Enough

    with pytest.raises(Enough):
        RUNS[run](lambda function, *args, **options: function(*args, **options, progress=listener))
    assert len(told) == 5 and isinstance(told[0], tremaux.Progress)
    for name in ("expanded", "generated", "bound", "seconds"):
        values = [getattr(it, name) for it in told]
        assert values == sorted(values)


@pytest.mark.parametrize("run", [*RUNS, *GAMES])
def test_a_loop_follows_a_search_until_it_breaks(run):
    running = {**RUNS, **GAMES}[run](tremaux.watch)
    with pytest.raises(RuntimeError, match="not over"):
        running.result
    told = []
    for progress in running:
        told.append(progress.seconds)
        if len(told) == 3:
            break
    assert len(told) == 3 and told == sorted(told)
    assert running.result.stopped == "cancelled"
    with pytest.raises(RuntimeError, match="runs once"):
        list(running)


def test_the_result_of_a_loop_is_that_of_the_function():
    running = tremaux.watch(tremaux.solve, "pancake", "4 1 3 2")
    list(running)
    assert running.result.cost == 3
    running = tremaux.watch(tremaux.a_star, 1, lambda n: [(n + 1, 1)], lambda n: n == 3)
    list(running)
    assert running.result == ([1, 2, 3], 2)


def test_what_rules_raise_is_raised_in_the_loop():
    class Broken(Count):
        def result(self, n, action):
            if n > 5:
                raise Enough
            return n + action

    running = tremaux.watch(tremaux.search, Broken())
    with pytest.raises(Enough) as caught:
        list(running)
    assert "result" in caught.value.__notes__[0]
    with pytest.raises(Enough):
        running.result
    with pytest.raises(tremaux.InputError, match="tilse"):
        list(tremaux.watch(tremaux.solve, "tilse"))


def test_a_function_of_progress_ends_a_search_only_by_raising():
    calls = []

    def listener(progress):
        calls.append(progress)
        return False

    report = tremaux.search(Count(), nodes=20_000, progress=listener)
    assert report.stopped == "node-limit"
