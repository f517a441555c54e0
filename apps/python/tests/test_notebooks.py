"""What notebooks show, and that those of the examples run."""

import ast
import html
import json
from pathlib import Path

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
    verdict = tremaux.referee("graph", ["Arad", "Sibiu", "Fagaras"], "a-star", example="romania")
    assert html.escape(verdict.message) in verdict._repr_html_()
    # What people write is text, not HTML.
    words = tremaux.search(Tagged())
    assert "<b>" not in words._repr_html_() and "&lt;b&gt;" in words._repr_html_()


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
