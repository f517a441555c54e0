"""What notebooks show, and that those of the examples run."""

import ast
import html
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tremaux

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


def last_value(source, names):
    """Runs a cell, and returns what it shows."""
    parsed = ast.parse(source)
    last = parsed.body.pop() if isinstance(parsed.body[-1], ast.Expr) else None
    exec(compile(parsed, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(notebook):
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    names, shown = {"__name__": "__main__"}, []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "what cells print is not kept"
            shown.append(last_value("".join(cell["source"]), names))
    rich = [it for it in shown if any(hasattr(it, f"_repr_{kind}_") for kind in ("html", "svg", "mimebundle"))]
    assert rich, "something to look at"


def test_there_are_three_notebooks():
    assert len(NOTEBOOKS) == 3


def test_reports_are_tables_with_all_that_they_know():
    report = tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5")
    shown = report._repr_html_()
    assert report.verdict in shown and "expanded" in shown
    analysis = tremaux.analyze("kuhn-poker", algorithm="cfr-plus(iterations=10)")
    assert "<th>information</th>" in analysis._repr_html_()
    first = analysis.strategy[0]["moves"][0]
    assert f"{first['move']} {first['probability']:.1%}" in analysis._repr_html_()
    verdict = tremaux.referee("graph", ["Arad", "Sibiu", "Fagaras"], "a-star", example="romania")
    assert html.escape(verdict.message) in verdict._repr_html_()


def model():
    model = tremaux.Model()
    model.variables("A B", ["<b>", "&"])
    model.all_different("A B")
    return model


SHOWN = {
    "a board": lambda: tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5"),
    "a solution that is drawn": lambda: tremaux.solve("queens", "8"),
    "own rules": lambda: tremaux.search(Tagged()),
    "a position": lambda: tremaux.analyze("tic-tac-toe", "x.o/.../..."),
    "chess": lambda: tremaux.analyze("chess", nodes=100),
    "lines": lambda: tremaux.analyze("dots-and-boxes", nodes=100),
    "draughts": lambda: tremaux.analyze("checkers", nodes=100),
    "hidden information": lambda: tremaux.analyze("kuhn-poker", nodes=1000),
    "a verdict": lambda: tremaux.referee("graph", ["Arad", "Sibiu", "Fagaras"], "a-star", example="romania"),
    "progress": lambda: tremaux.Progress({"expanded": 1, "seconds": 0.5, "best": "<b>"}),
    "a grid": lambda: tremaux.Grid([[1, 0.5], [0, 9]]),
    "a path": lambda: tremaux.Grid("..# .#. ...").draw([(0, 0), (1, 0)]),
    "a graph": lambda: tremaux.Graph.from_edges([("<a>", "&", 2), ("&", 3, 1.5)]),
    "places": lambda: tremaux.Graph.from_edges([("<a>", "&", 2)]).draw(["<a>", "&"], positions={"<a>": (0, 0), "&": (3, 1)}),
    "a model": model,
    "a trace": lambda: tremaux.trace("tic-tac-toe", "x.o/.../...", depth=2, form="svg"),
}


@pytest.mark.parametrize("case", SHOWN)
def test_what_is_shown_is_well_formed_and_escaped(case):
    value = SHOWN[case]()
    kinds = [kind for kind in ("html", "svg") if hasattr(value, f"_repr_{kind}_")]
    texts = [getattr(value, f"_repr_{kind}_")() for kind in kinds]
    if hasattr(value, "_repr_mimebundle_"):
        texts += value._repr_mimebundle_().values()
    assert texts
    for text in texts:
        ElementTree.fromstring(text)
        assert "<b>" not in text and "<a>" not in text


def test_every_public_class_of_results_is_shown():
    shown = {type(SHOWN[case]()).__name__ for case in SHOWN}
    classes = [it for it in vars(tremaux).values() if isinstance(it, type)]
    rich = {it.__name__ for it in classes if any(hasattr(it, f"_repr_{kind}_") for kind in ("html", "svg", "mimebundle"))}
    assert rich <= shown
    plain = {"Game", "Problem", "StraightLine"}
    assert {it.__name__ for it in classes if not issubclass(it, Exception)} - plain <= rich


def test_reports_have_pictures_of_boards_and_solutions():
    report = tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5")
    assert ">8</text>" in report.picture and report.picture in report._repr_html_()
    for domain in ("lights-out", "tsp", "packing", "queens"):
        example = tremaux.explain(domain)["example"]
        assert ElementTree.fromstring(tremaux.solve(domain, example, nodes=1000).picture)
    assert ">k</text>" in tremaux.analyze("chess", nodes=10).picture
    assert tremaux.solve("jugs", tremaux.explain("jugs")["example"]).picture is None
    assert tremaux.search(Tagged()).picture is None


class Tagged:
    initial = "<a>"

    def actions(self, state):
        return ["<b>"]

    def result(self, state, action):
        return action

    def is_goal(self, state):
        return state == "<b>"


def test_traces_play_in_a_cell(tmp_path):
    replay = tremaux.trace("tiles", "1 2 3 / 4 5 6 / 7 0 8", events=10)
    assert replay._repr_mimebundle_()["text/html"].startswith("<iframe") and "<script" in replay
    replay.save(tmp_path / "replay.html")
    assert (tmp_path / "replay.html").read_text(encoding="utf-8") == replay
    picture = tremaux.trace("tic-tac-toe", "x.o/.../...", depth=2, form="svg")
    assert picture._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    assert json.loads(tremaux.trace("grid", "S.G", form="posthoc"))["version"] == "1.4.0"
    with pytest.raises(tremaux.InputError, match="tilse"):
        tremaux.trace("tilse")
    with pytest.raises(tremaux.InputError, match="seed"):
        tremaux.trace("tic-tac-toe", seed=1)
    with pytest.raises(tremaux.InputError, match="korv"):
        tremaux.trace("tiles", korv=1)
