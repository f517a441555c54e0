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


RUNS = {
    "a domain": lambda **options: tremaux.solve("tiles", korf=60, algorithm="a-star", heuristic="manhattan", **options),
    "rules": lambda **options: tremaux.search(Count(), **options),
    "functions": lambda **options: tremaux.anytime(0, lambda n: [(n + 1, 1)], lambda n: False, lambda n: 0, **options),
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
        RUNS[run](time=600, progress=listener)
    assert len(told) == 5 and isinstance(told[0], tremaux.Progress)
    for name in ("expanded", "generated", "bound", "seconds"):
        values = [getattr(it, name) for it in told]
        assert values == sorted(values)
    assert told[-1].expanded > 0
