"""Models of variables and values beside CP-SAT, with equal best totals: `pip install ortools`.

Prints a table; each time is the least of some runs, from the model's first variable to its proved
answer. CP-SAT runs with one thread.
"""

import itertools
import random

import tremaux
from ortools.sat.python import cp_model
from peers import least, tell


def proved(build):
    """The least or greatest total that CP-SAT proves."""
    model = cp_model.CpModel()
    build(model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


SUM = {"S": 1000, "E": 91, "D": 1, "N": -90, "M": -9000, "O": -900, "R": 10, "Y": -1}


def send_more():
    model = tremaux.Model()
    model.variables(SUM, range(10))
    model.all_different(SUM)
    model.forbid("S", [0])
    model.forbid("M", [0])
    model.sum(SUM, least=0, most=0)
    return model.solve()["M"]


def send_more_cp(model):
    letters = {name: model.new_int_var(name in "SM", 9, name) for name in SUM}
    model.add_all_different(letters.values())
    model.add(sum(factor * letters[name] for name, factor in SUM.items()) == 0)
    model.minimize(letters["M"])


random_ = random.Random(1)
ITEMS = [(random_.randint(10, 40), random_.randint(10, 40)) for _ in range(20)]


def knapsack():
    model = tremaux.Model()
    names = [f"I{at}" for at in range(len(ITEMS))]
    model.variables(names, [0, 1])
    model.sum({name: weight for name, (weight, _) in zip(names, ITEMS)}, most=200)
    gains = {name: gain for name, (_, gain) in zip(names, ITEMS)}
    model.maximize(gains)
    return sum(gains[name] * taken for name, taken in model.solve().items())


def knapsack_cp(model):
    taken = [model.new_bool_var("") for _ in ITEMS]
    model.add(sum(weight * it for (weight, _), it in zip(ITEMS, taken)) <= 200)
    model.maximize(sum(gain * it for (_, gain), it in zip(ITEMS, taken)))


COSTS = [[random_.randint(1, 30) for _ in range(8)] for _ in range(8)]


def assignment():
    model = tremaux.Model()
    tasks, costs = [f"T{at}" for at in range(8)], [f"C{at}" for at in range(8)]
    model.variables(tasks, range(8))
    model.variables(costs, range(31))
    model.all_different(tasks)
    for task, cost, row in zip(tasks, costs, COSTS):
        model.allow([task, cost], enumerate(row))
    model.minimize(costs)
    answer = model.solve()
    return sum(answer[cost] for cost in costs)


def assignment_cp(model):
    does = [[model.new_bool_var("") for _ in range(8)] for _ in range(8)]
    for row, column in zip(does, zip(*does)):
        model.add_exactly_one(row)
        model.add_exactly_one(column)
    model.minimize(sum(cost * it for costs, row in zip(COSTS, does) for cost, it in zip(costs, row)))


# The tasks of each job, machine and duration: ft06 (Fisher and Thompson 1963).
JOBS = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
]
HORIZON = 70


def job_shop():
    model = tremaux.Model()
    model.variables([f"S{job}_{task}" for job in range(6) for task in range(6)] + ["End"], range(HORIZON))
    machines = {}
    for job, tasks in enumerate(JOBS):
        for task, (machine, duration) in enumerate(tasks):
            start, after = f"S{job}_{task}", f"S{job}_{task + 1}" if task < 5 else "End"
            model.sum({after: 1, start: -1}, least=duration)
            machines.setdefault(machine, []).append((start, duration))
    for tasks in machines.values():
        for (one, its), (other, others) in itertools.combinations(tasks, 2):
            pairs = itertools.product(range(HORIZON), repeat=2)
            model.allow([one, other], [(a, b) for a, b in pairs if a + its <= b or b + others <= a])
    model.minimize("End")
    return model.solve()["End"]


def job_shop_cp(model):
    machines, end = {}, model.new_int_var(0, HORIZON, "")
    for tasks in JOBS:
        before = 0
        for machine, duration in tasks:
            start = model.new_int_var(0, HORIZON, "")
            machines.setdefault(machine, []).append(model.new_fixed_size_interval_var(start, duration, ""))
            model.add(start >= before)
            before = start + duration
        model.add(end >= before)
    for intervals in machines.values():
        model.add_no_overlap(intervals)
    model.minimize(end)


for name, ours, theirs in (
    ("SEND + MORE = MONEY", send_more, send_more_cp),
    ("knapsack, 20 items", knapsack, knapsack_cp),
    ("assignment, 8 x 8", assignment, assignment_cp),
    ("job shop ft06", job_shop, job_shop_cp),
):
    ours, answer = least(5, ours)
    theirs, expected = least(5, lambda theirs=theirs: proved(theirs))
    assert answer == expected, (name, answer, expected)
    tell(name, "CP-SAT", ours, theirs)
