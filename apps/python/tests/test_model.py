"""Variables and values."""

import itertools
import pickle
import random

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


def test_sums_counts_elements_and_the_best_total():
    model = tremaux.Model()
    model.variables("S E N D M O R Y", range(10))
    model.all_different("S E N D M O R Y")
    model.forbid("S", [0])
    model.forbid("M", [0])
    model.sum({"S": 1000, "E": 91, "D": 1, "N": -90, "M": -9000, "O": -900, "R": 10, "Y": -1}, least=0, most=0)
    assert model.solve() == {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}

    knapsack = tremaux.Model()
    knapsack.variables("A B C", range(11))
    knapsack.sum({"A": 3, "B": 4, "C": 6}, most=10)
    knapsack.maximize({"A": 5, "B": 7, "C": 11})
    assert knapsack.solve() == {"A": 0, "B": 1, "C": 1}

    lessons = tremaux.Model()
    names = [f"L{number}" for number in range(5)]
    lessons.variables(names, [1, 2, 3])
    for hour in (1, 2, 3):
        lessons.count(names, hour, most=2)
    lessons.element(names, "L0", "L1")
    lessons.minimize(names)
    answer = lessons.solve()
    assert sorted(answer.values()) == [1, 1, 2, 2, 3]
    assert answer[names[answer["L0"] - 1]] == answer["L1"]


def test_what_is_wrong_with_a_model_is_told():
    model = tremaux.Model()
    model.variables("A", [1, 2])
    for wrong in (
        lambda: model.variables("A", [1]),
        lambda: model.variables("1B", [1]),
        lambda: model.variables("B", ["a b"]),
        lambda: model.all_different("A C"),
        lambda: model.fix("C", 1),
        lambda: model.sum({"C": 1}, most=1),
        lambda: model.sum("A"),
        lambda: model.element("A", "B", "A"),
        lambda: model.minimize("B"),
    ):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        model.sum({"A": 0.5}, most=1)
    model.fix("A", 9)
    with pytest.raises(tremaux.InputError) as raised:
        model.solve()
    assert raised.value.line == 2


def test_values_are_what_they_are_in_python():
    model = tremaux.Model()
    model.variables("A", [1, 2])
    model.variables("B", ["1", "2"])
    before = model.text
    for wrong in (
        lambda: model.variables("C", [1, "1"]),
        lambda: model.variables("C A", [1]),
        lambda: model.variables("C C", [1]),
        lambda: model.fix("A", "1"),
        lambda: model.fix("B", 1),
        lambda: model.allow("A B", [(1, "1"), (2, 2)]),
        lambda: model.count("A B", 1, most=1),
        lambda: model.score("B", {1: 3}),
    ):
        with pytest.raises(ValueError):
            wrong()
        # What fails changes nothing.
        assert model.text == before
    model.variables("C", [True, 1.5, 1])
    model.allow("A B", [(2, "2")])
    model.fix("C", True)
    assert model.solve() == {"A": 2, "B": "2", "C": True}


def test_a_grid_is_drawn():
    grid = tremaux.Grid("..# ...")
    assert grid._repr_svg_().startswith("<svg") and "polyline" in grid.draw(grid.path((0, 0), (1, 2))[0])


def test_all_solutions_are_those_of_brute_force():
    for seed in range(40):
        chance = random.Random(seed)
        names = ["A", ("x", 1), ("x", "1"), ("x", -1), ()][: chance.randrange(2, 6)]
        values = list(range(chance.randrange(2, 4)))
        model = tremaux.Model()
        model.variables(names, values)
        rules = []
        for _ in range(chance.randrange(3)):
            one, other = chance.sample(names, 2)
            match chance.randrange(4):
                case 0:
                    model.all_different({one: 1, other: 0})
                    rules.append(lambda it, a=one, b=other: it[a] + 1 != it[b])
                case 1:
                    rows = [row for row in itertools.product(values, repeat=2) if chance.random() < 0.7] or [(0, 0)]
                    model.allow([one, other], rows)
                    rules.append(lambda it, a=one, b=other, rows=rows: (it[a], it[b]) in rows)
                case 2:
                    model.sum({one: 2, other: -1}, least=0, most=2)
                    rules.append(lambda it, a=one, b=other: 0 <= 2 * it[a] - it[b] <= 2)
                case 3:
                    model.count([one, other], 1, least=1)
                    rules.append(lambda it, a=one, b=other: 1 in (it[a], it[b]))
        every = [dict(zip(names, row, strict=True)) for row in itertools.product(values, repeat=len(names))]
        expected = [answer for answer in every if all(rule(answer) for rule in rules)]
        key = lambda answer: [answer[name] for name in names]
        assert sorted(model.solutions(), key=key) == sorted(expected, key=key)
        for limit in (0, 1, 7, 11, 500):
            some = list(model.solutions(limit=limit))
            assert len(some) == min(limit, len(expected)) and all(answer in expected for answer in some)
            assert len({tuple(key(answer)) for answer in some}) == len(some)
        assert (model.solve() is None) == (not expected)
        assert pickle.loads(pickle.dumps(model)).solve() == model.solve()


def test_solutions_are_found_as_they_are_taken():
    model = tremaux.Model()
    names = [("bit", number) for number in range(60)]
    model.variables(names, [0, 1])
    some = list(itertools.islice(model.solutions(), 1000))
    assert len({tuple(answer.values()) for answer in some}) == 1000
    found = 0
    with pytest.raises(tremaux.LimitReached) as raised:
        for answer in model.solutions(nodes=300):
            found += 1
    assert found > 100
    assert str(raised.value) == f"Stopped at the node limit with {found} solutions; there may be more."
    with pytest.raises(tremaux.LimitReached):
        for answer in model.solutions(time=0.3):
            pass
    model.minimize(names[:1])
    with pytest.raises(ValueError, match="minimize or maximize"):
        model.solutions()
    with pytest.raises(ValueError, match="at least 0"):
        tremaux.Model().solutions(-1)


def test_limits_are_arguments():
    model = tremaux.Model()
    pigeons = [("pigeon", number) for number in range(12)]
    model.variables(pigeons, range(11))
    for pair in itertools.combinations(pigeons, 2):
        model.forbid(list(pair), [(hole, hole) for hole in range(11)])
    with pytest.raises(tremaux.LimitReached):
        model.solve(nodes=100)
    with pytest.raises(tremaux.LimitReached):
        model.solve(time=0.05)
    with pytest.raises(ValueError, match="time"):
        model.solve(time=-1)


def test_a_best_total_that_is_not_proved_is_warned_of():
    model = tremaux.Model()
    chance = random.Random(1)
    things = [("thing", number) for number in range(40)]
    model.variables(things, [0, 1])
    weights = [chance.randrange(50, 100) for _ in things]
    model.sum(dict(zip(things, weights, strict=True)), most=1000)
    model.maximize(dict(zip(things, [weight + chance.randrange(9) for weight in weights], strict=True)))
    with pytest.warns(tremaux.NotProved):
        answer = model.solve(nodes=500)
    assert sum(weight for thing, weight in zip(things, weights, strict=True) if answer[thing]) <= 1000


def test_what_is_named_twice_counts_twice():
    model = tremaux.Model()
    model.variables("A B", range(10))
    model.sum("A A B", least=26, most=26)
    assert {answer["A"]: answer["B"] for answer in model.solutions()} == {9: 8}


def test_names_are_words_or_tuples():
    model = tremaux.Model()
    queens = [("q", column) for column in range(6)]
    model.variables(queens, range(6))
    model.all_different(queens)
    model.all_different({queen: queen[1] for queen in queens})
    model.all_different({queen: -queen[1] for queen in queens})
    model.fix(("q", 0), 1)
    assert list(model.solutions()) == [dict(zip(queens, [1, 3, 5, 0, 2, 4], strict=True))]
    # A tuple that is a name is one variable.
    model.count(("q", 1), 3, most=0)
    assert model.solve() is None
    before = model.text
    for wrong in (
        lambda: model.variables([("q", 0)], [1]),
        lambda: model.variables([7], [1]),
        lambda: model.all_different(("q", 9)),
        lambda: model.fix(("q", 9), 1),
        lambda: model.fix(("q", 1), "1"),
        lambda: model.minimize({("z",): 1}),
    ):
        with pytest.raises(ValueError):
            wrong()
        assert model.text == before
    with pytest.raises(ValueError, match=r"\('q', 1\) has the value 1"):
        model.fix(("q", 1), "1")
    with pytest.raises(TypeError):
        model.all_different({("q", 1): 0.5})
