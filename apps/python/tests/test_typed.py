"""Types: options equal those of the catalogue, and type checkers report misspelt names."""

import json
import os
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


def checked(folder, text):
    """What mypy says of a program."""
    file = folder / "program.py"
    file.write_text("import tremaux\n" + text)
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder.parent / "mypy"), str(file)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout


RIGHT = """
plan = tremaux.solve("tiles", korf=1, algorithm="a-star", time=2.0, order="ULRD")
tremaux.solve("grid", "S..G", from_="0,0", to="3,0", movement="four", walls=20)
tremaux.analyze("chess", chess960=518, lines=3, evaluation="shannon")
tremaux.generate("tiles", 2, size="3x3")
tremaux.analyze("go", komi=0.5)
found = tremaux.a_star(1, lambda n: [(n + 1, 1)], lambda n: n == 3, time=1.0, memory="1G")
grid = tremaux.Grid([[1, 0], [1, 1]], movement="eight-always", costs="10/14")
cost: int | float | None = plan.cost
"""


def test_right_programs_pass(tmp_path):
    is_right, told = checked(tmp_path, RIGHT)
    assert is_right, told


@pytest.mark.parametrize(
    "wrong",
    [
        'tremaux.solve("tiles", korf=1, tiem=2.0)',
        'tremaux.solve("tiles", korf="one")',
        'tremaux.solve("grid", "S.G", movement="five")',
        'tremaux.analyze("chess", evaluation="shanon")',
        'tremaux.generate("tiles", 2, sise="3x3")',
        "tremaux.a_star(1, lambda n: [(n + 1, 1)], lambda n: n == 3, tiem=1.0)",
        "tremaux.dijkstra(1, lambda n: [(n + 1, 1)], lambda n: n == 3, nodes='many')",
        'tremaux.solve("tiles", korf=1).optimall',
        'tremaux.Grid([[1]], movment="four")',
        'tremaux.path([[1]], (0, 0), (0, 0), movement="five")',
        'tremaux.Model().solve(tiem=1.0)',
        'tremaux.analyze("chess").bets',
    ],
)
def test_misspelt_names_are_reported(tmp_path, wrong):
    is_right, told = checked(tmp_path, wrong + "\n")
    assert not is_right and "program.py:2" in told, told


def test_the_examples_are_typed(tmp_path):
    example = Path(__file__).parents[1] / "examples/grading/grade.py"
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path.parent / "mypy"), str(example)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_keyword_of_python_is_an_option_with_an_underscore():
    plan = tremaux.solve("graph", "a b 1\nb c 1\nc d 1", from_="b", to="d")
    assert plan.moves == ["c", "d"]
