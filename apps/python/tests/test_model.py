"""Variables and values."""

import pytest
import tremaux


def test_queens_and_a_magic_word():
    model = tremaux.Model()
    rows = [f"Q{column}" for column in range(8)]
    model.variables(rows, range(8))
    model.all_different(rows)
    model.all_different([f"{row}+{column}" for column, row in enumerate(rows)])
    model.all_different([f"{row}+{8 - column}" for column, row in enumerate(rows)])
    answer = model.solve()
    places = [answer[row] for row in rows]
    assert len(set(places)) == len({p + c for c, p in enumerate(places)}) == len({p - c for c, p in enumerate(places)}) == 8
    model.fix("Q0", 0)
    model.fix("Q1", 1)
    assert model.solve() is None


def test_tables_and_points():
    model = tremaux.Model()
    model.variables("main side", ["fish", "meat", "rice", "salad"])
    model.allow("main side", [("fish", "rice"), ("meat", "salad"), ("fish", "salad")])
    model.forbid("side", ["rice"])
    model.score("main", {"fish": 3, "meat": 1})
    assert model.solve() == {"main": "fish", "side": "salad"}


def test_what_is_wrong_with_a_model_is_told():
    model = tremaux.Model()
    model.variables("A", [1, 2])
    for wrong in (
        lambda: model.variables("A", [1]),
        lambda: model.variables("1B", [1]),
        lambda: model.variables("B", ["a b"]),
        lambda: model.all_different("A C"),
        lambda: model.fix("C", 1),
    ):
        with pytest.raises(ValueError):
            wrong()
    model.fix("A", 9)
    with pytest.raises(tremaux.InputError) as raised:
        model.solve()
    assert raised.value.line == 2


def test_a_grid_is_drawn():
    grid = tremaux.Grid("..# ...")
    assert grid._repr_svg_().startswith("<svg") and "polyline" in grid.draw(grid.path((0, 0), (1, 2))[0])
