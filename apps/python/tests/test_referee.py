"""The referee, and the example that grades submissions."""

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest
import tremaux

GRADING = Path(__file__).parent.parent / "examples" / "grading"
RIGHT = {"ada", "alan", "barbara", "claude", "donald", "edsger", "grace", "john"}


def test_twenty_submissions_are_graded():
    line = [sys.executable, "grade.py", "submissions"]
    done = subprocess.run(line, cwd=GRADING, capture_output=True, text=True, check=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert len(rows) == 20
    assert {row["submission"] for row in rows if row["points"] == "2"} == RIGHT
    assert all(bool(row["message"]) == (row["points"] != "2") for row in rows)
    said = {row["submission"]: row["message"] for row in rows}
    assert said["greedy"].startswith("romania: step 3: expanded Fagaras with f = 415 while Rimnicu with f = 413")
    assert "the run ends, but no goal was reached and Pitesti was open" in said["stops_early"]
    assert "step 6 expanded the goal Bucharest, and the search went on" in said["goes_on"]


class Count:
    initial = 1

    def actions(self, n):
        return ["double", "add"]

    def result(self, n, action):
        return 2 * n if action == "double" else n + 1

    def is_goal(self, n):
        return n == 6


def test_rules_of_your_own():
    right = tremaux.referee(Count(), [1, 2, 4, 3, 8, 5, 6], "breadth-first(goal=expansion)")
    assert right and right.step is None
    wrong = tremaux.referee(Count(), [1, 2, 3, 4], "breadth-first(successors=rules)")
    assert (wrong.ok, wrong.step) == (False, 3)
    assert wrong.message == "step 3: expanded 3 while 4, which is older, was open"


def test_what_is_wrong_is_said():
    with pytest.raises(tremaux.InputError, match="a node of the graph"):
        tremaux.referee("graph", ["a", "x"], "a-star", instance="a b 1")
    with pytest.raises(tremaux.InputError, match="a-star"):
        tremaux.referee("graph", ["a"], "a-sta", instance="a b 1")
    empty = tremaux.referee("graph", [], "a-star", instance="a b 1")
    assert (empty.ok, empty.step) == (False, 1)
