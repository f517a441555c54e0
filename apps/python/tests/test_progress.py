"""What is told of a search that goes on."""

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


@pytest.mark.parametrize("run", RUNS)
def test_progress_is_told(run):
    told = []
    report = RUNS[run](time=0.5, progress=told.append)
    assert len(told) > 3 and told[-1].expanded <= report.counts["expanded"]
    assert [it.expanded for it in told] == sorted(it.expanded for it in told)
    assert [it.bound for it in told] == sorted(it.bound for it in told) and told[-1].bound <= report.bound
    assert isinstance(told[0], tremaux.Progress)


@pytest.mark.parametrize("run", RUNS)
def test_what_is_raised_ends_the_search(run):
    def stop(progress):
        if progress.seconds > 0.1:
            raise TimeoutError("long enough")

    with pytest.raises(TimeoutError, match="long enough"):
        RUNS[run](time=60, progress=stop)
