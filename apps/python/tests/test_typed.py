"""Types: options equal those of the catalogue, and type checkers report misspelt names."""

import ast
import itertools
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import tremaux

OPTIONS = Path(tremaux.__file__).parent / "_options.py"
HEAD = '''"""The options of domains and games, by name. Written from the catalogue by `tests/test_typed.py`."""

from typing import Literal, TypedDict
'''


def kind(options):
    """The type of the values of options of one name."""
    kinds, words = [], []
    for option in options:
        given = option["kind"]
        words += [json.dumps(word) for word in given.get("words", [])]
        kinds += {"choice": [], "integer": ["int"], "number": ["float"], "file": ["str"]}.get(given["type"], ["str", "float"])
    if '"yes"' in words:
        kinds.append("bool")
    kinds = list(dict.fromkeys(kinds))
    if words:
        listed = textwrap.fill(", ".join(dict.fromkeys(words)) + ",", 100, initial_indent=" " * 8, subsequent_indent=" " * 8)
        short = listed.strip().rstrip(",")
        kinds.append(f"Literal[{short}]" if len(short) < 80 else f"Literal[\n{listed}\n    ]")
    return " | ".join(kinds)


def rendered():
    catalogue = tremaux.catalogue()
    domains = [each["info"] for each in catalogue["domains"]]
    sources = {
        "DomainOptions": ("Options of the problems of all domains.", [it for each in domains for it in each["options"]]),
        "GeneratorOptions": ("Options of the generators of all domains.", [it for each in domains for it in each["generator"]]),
        "GameOptions": ("Options of the rules of all games.", [it for each in catalogue["games"] for it in each["options"]]),
    }
    grid = next(each for each in domains if each["name"] == "grid")["options"]
    rules = [it for it in grid if it["name"] in ("movement", "costs", "terrain", "wall")]
    sources["GridOptions"] = ("The rules of a grid.", rules)
    text = HEAD
    for name, (about, options) in sources.items():
        text += f'\n\nclass {name}(TypedDict, total=False):\n    """{about}"""\n\n'
        named = {}
        for option in options:
            named.setdefault(option["name"].replace("-", "_"), []).append(option)
        # A keyword of Python has an underscore after it.
        text += "".join(f"    {each + '_' * (each == 'from')}: {kind(named[each])}\n" for each in sorted(named))
    return text


def test_the_options_are_those_of_the_catalogue():
    if os.environ.get("TREMAUX_WRITE"):
        (Path(__file__).parents[1] / "python/tremaux/_options.py").write_text(rendered())
    assert OPTIONS.read_text() == rendered(), "TREMAUX_WRITE=1 writes them"


RIGHT = """
plan = tremaux.solve("tiles", korf=1, algorithm="a-star", time=2.0, order="ULRD")
tremaux.solve("grid", "S..G", from_="0,0", to="3,0", movement="four", walls=20)
tremaux.analyze("chess", chess960=518, lines=3, evaluation="shannon")
tremaux.generate("tiles", 2, size="3x3")
tremaux.analyze("go", komi=0.5)
found = tremaux.a_star(1, lambda n: [(n + 1, 1)], lambda n: n == 3, time=1.0, memory="1G")
grid = tremaux.Grid([[1, 0], [1, 1]], movement="eight-always", costs="10/14")
tremaux.Grid(numpy.ones((3, 3))).path((0, 0), (2, 2))
cost: int | float | None = plan.cost


class Jugs:
    initial = (0, 0)

    def actions(self, jugs: tuple[int, int]) -> list[str]:
        return ["fill", "pour"]

    def result(self, jugs: tuple[int, int], action: str) -> tuple[int, int]:
        return jugs

    def is_goal(self, jugs: tuple[int, int]) -> bool:
        return jugs[0] == 4


class Nim:
    initial = 21

    def to_move(self, left: int) -> str:
        return "me"

    def actions(self, left: int) -> list[float]:
        return [1.0]

    def result(self, left: int, taken: float) -> int:
        return left

    def is_terminal(self, left: int) -> bool:
        return left == 0

    def utility(self, left: int, player: str) -> int:
        return 1


poured = tremaux.search(Jugs(), time=1.0)
moves: list[str] | None = poured.moves
states: list[tuple[int, int]] | None = poured.states
taken = tremaux.analyze(Nim(), 20)
best: float | None = taken.best
side: str = taken.side
running = tremaux.watch(tremaux.solve, "tiles", korf=1, time=1.0)
for progress in running:
    print(progress.expanded)
solved: tremaux.Report[str, str] = running.result
edges: list[tuple[str, str, int]] = [("a", "b", 1)]
roads = tremaux.Graph.from_edges(edges)
path = roads.path("a", "b")
nodes: list[str] = [] if path is None else path[0]
costs: dict[int, float] = tremaux.dijkstra_all(1, lambda n: [(n + 1, 1)], nodes=9)
answers = tremaux.Model().solve(time=1.0)
"""

#: Each on a line.
WRONG = """
tremaux.solve("tiles", korf=1, tiem=2.0)
tremaux.solve("tiles", korf="one")
tremaux.solve("grid", "S.G", movement="five")
tremaux.analyze("chess", evaluation="shanon")
tremaux.analyze("chess", tiem=1.0)
tremaux.generate("tiles", 2, sise="3x3")
tremaux.a_star(1, lambda n: [(n + 1, 1)], lambda n: n == 3, tiem=1.0)
tremaux.dijkstra(1, lambda n: [(n + 1, 1)], lambda n: n == 3, nodes="many")
tremaux.search(object(), tiem=1.0)
tremaux.search(object(), h_is="admisible")
tremaux.watch(tremaux.solve, "tiles", tiem=1.0)
tremaux.solve("tiles", korf=1).optimall
tremaux.Grid([[1]], movment="four")
tremaux.path([[1]], (0, 0), (0, 0), movement="five")
tremaux.Model().solve(tiem=1.0)
tremaux.analyze("chess").bets
tremaux.Graph.from_edges([("a", "b", 1)]).path("a", 2)
"""

CHECKERS = ["mypy", "pyright"]
EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def wrong_lines(checker, file, *options):
    """The lines of a program in which a type checker finds errors, and what it says."""
    pytest.importorskip(checker)
    cache = ["--cache-dir", str(file.parents[1] / "mypy")] if checker == "mypy" else ["--pythonpath", sys.executable]
    line = [sys.executable, "-m", checker, *cache, *options, str(file)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    found = re.findall(rf"{file.name}:(\d+)(?::\d+)?(?: -|:) error", done.stdout)
    assert done.returncode == bool(found), done.stdout + done.stderr
    return sorted(set(map(int, found))), done.stdout


def strict(checker):
    return ["--strict"] if checker == "mypy" else []


@pytest.mark.parametrize("checker", CHECKERS)
def test_right_programs_pass(tmp_path, checker):
    file = tmp_path / "program.py"
    file.write_text("import numpy\nimport tremaux\n" + RIGHT)
    lines, told = wrong_lines(checker, file, *strict(checker))
    assert not lines, told


@pytest.mark.parametrize("checker", CHECKERS)
def test_misspelt_names_are_reported(tmp_path, checker):
    file = tmp_path / "program.py"
    file.write_text("import tremaux" + WRONG)
    lines, told = wrong_lines(checker, file, *strict(checker))
    assert lines == list(range(2, 1 + len(WRONG.splitlines()))), told


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("notebook", EXAMPLES, ids=lambda path: path.stem)
def test_the_notebooks_are_typed(tmp_path, notebook, checker):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    file = tmp_path / "notebook.py"
    file.write_text(text + "\n", encoding="utf-8")
    lines, told = wrong_lines(checker, file, *(["--check-untyped-defs"] if checker == "mypy" else []))
    assert not lines, told


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_examples_are_typed(tmp_path, checker):
    file = tmp_path / "grade.py"
    file.write_text((Path(__file__).parents[1] / "examples/grading/grade.py").read_text())
    lines, told = wrong_lines(checker, file, *strict(checker))
    assert not lines, told


def signatures(file):
    """The public functions, methods and fields of a file, with what annotates them and the line before it."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()

    def walk(body, name):
        for node in body:
            called = getattr(node, "name", getattr(getattr(node, "target", None), "id", "_"))
            if called.startswith("_") and called != "__init__":
                continue
            if isinstance(node, ast.ClassDef):
                yield from walk(node.body, f"{name}{called}.")
            elif isinstance(node, (ast.FunctionDef, ast.AnnAssign)):
                first = min(it.lineno for it in [node, *getattr(node, "decorator_list", [])])
                last = (getattr(node, "returns", None) or node).end_lineno
                yield f"{name}{called}", "\n".join(lines[first - 1 : last]), lines[first - 2]

    yield from walk(ast.parse(text).body, f"{file.stem}.")


def test_any_is_in_no_public_signature_without_a_reason():
    files = [it for it in Path(tremaux.__file__).parent.glob("*.py") if it.name != "_states.py"]
    seen = list(itertools.chain.from_iterable(map(signatures, files)))
    assert len(seen) > 150
    is_bare = re.compile(r"\bAny\b(?!:)").search
    assert not [name for name, text, before in seen if is_bare(text) and "# Any: " not in before + text]


def test_a_keyword_of_python_is_an_option_with_an_underscore():
    plan = tremaux.solve("graph", "a b 1\nb c 1\nc d 1", from_="b", to="d")
    assert plan.moves == ["c", "d"]
