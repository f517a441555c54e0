"""Grades submissions of A*: each is a file with ``expanded(roads, h, start, goal)``, which returns the
states in the order in which it expands them.

    python grade.py submissions > grades.csv
"""

import csv
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import tremaux

#: What the exercise states; ties may be broken in any way.
CONVENTIONS = "a-star(goal=expansion, reopen=yes, duplicates=all)"

#: An estimate that is admissible, but not consistent: A is opened again.
REOPENED = "%undirected\nS A 4\nS B 1\nB A 1\nA C 1\nC G 4\n%h S 0\n%h A 0\n%h B 5\n%h C 2\n%h G 0\n"

ROMANIA = """%undirected
Arad Zerind 75
Arad Sibiu 140
Arad Timisoara 118
Zerind Oradea 71
Oradea Sibiu 151
Timisoara Lugoj 111
Lugoj Mehadia 70
Sibiu Fagaras 99
Sibiu Rimnicu 80
Rimnicu Pitesti 97
Fagaras Bucharest 211
Pitesti Bucharest 101
%h Arad 366
%h Zerind 374
%h Oradea 380
%h Timisoara 329
%h Lugoj 244
%h Mehadia 241
%h Sibiu 253
%h Fagaras 176
%h Rimnicu 193
%h Pitesti 100
%h Bucharest 0
"""

#: The neighbours of each place, with the lengths of the roads.
Roads = dict[str, list[tuple[str, int]]]

TASKS = {"romania": (ROMANIA, "Arad", "Bucharest"), "reopened": (REOPENED, "S", "G")}


def read(text: str) -> tuple[Roads, dict[str, int]]:
    """The roads and estimates of a list."""
    roads: Roads = {}
    h: dict[str, int] = {}
    for line in text.splitlines()[1:]:
        first, second, number = line.split()
        if first == "%h":
            h[second] = int(number)
        else:
            roads.setdefault(first, []).append((second, int(number)))
            roads.setdefault(second, []).append((first, int(number)))
    return roads, h


def grade(expanded: Callable[..., list[str]]) -> tuple[int, str]:
    """The points and the first complaint of each task."""
    points, messages = 0, []
    for name, (text, start, goal) in TASKS.items():
        try:
            run = expanded(*read(text), start, goal)
            verdict = tremaux.referee("graph", run, CONVENTIONS, instance=text, from_=start, to=goal)
        except Exception as error:  # whatever a submission does
            messages.append(f"{name}: {type(error).__name__}: {error}".splitlines()[0])
            continue
        points += verdict.ok
        if not verdict:
            messages.append(f"{name}: {verdict.message}")
    return points, "; ".join(messages)


def main(folder: str) -> None:
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["submission", "points", "message"])
    for path in sorted(Path(folder).glob("*.py")):
        submission = runpy.run_path(str(path))
        out.writerow([path.stem, *grade(submission["expanded"])])


if __name__ == "__main__":
    main(sys.argv[1])
