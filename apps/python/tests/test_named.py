"""Domains and games by name."""

import json
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
import tremaux


def test_a_plan_says_what_the_command_line_says():
    plan = tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5")
    assert (plan.cost, plan.length, plan.bound, plan.optimal, plan.status) == (14, 14, 14, True, "solved")
    assert len(plan.moves) == 14 and plan and repr(plan).startswith("Solved: 14 moves, proved optimal (check with proof=).\n")
    words = [sys.executable, "-m", "tremaux", "solve", "tiles", "8 1 3 / 4 0 2 / 7 6 5", "--format", "json"]
    told = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    mine = plan.to_dict()
    for report in (told, mine):
        report.pop("seconds")
    # Each names its own way to a proof.
    assert mine["verdict"].endswith("(check with proof=).")
    told["verdict"] = told["verdict"].replace("--proof", "proof=")
    assert mine == told
    assert pickle.loads(pickle.dumps(plan)).cost == 14


def test_an_answer_is_written_with_its_proof(tmp_path):
    def judge(name):
        return subprocess.run(
            [sys.executable, "-m", "tremaux", "check", str(tmp_path / name)], capture_output=True, text=True, check=False
        )

    plan = tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5", proof=tmp_path / "tiles.proof")
    assert plan.cost == 14 and "a plan of 14 moves costs 14, and none costs less" in judge("tiles.proof").stdout
    tremaux.analyze("tic-tac-toe", exact=True, proof=str(tmp_path / "game.proof.gz"))
    assert "the first player draws" in judge("game.proof.gz").stdout
    # What has no proof is told before or with the answer; nothing is left behind.
    with pytest.raises(tremaux.InputError, match="there are proofs of these kinds only"):
        tremaux.solve("queens", "6", proof=tmp_path / "queens.proof")
    with pytest.raises(tremaux.NoProof, match="nothing was proved") as raised:
        tremaux.solve("tiles", korf=1, nodes=10, proof=tmp_path / "cut.proof")
    assert raised.value.report.status == "limit"
    assert pickle.loads(pickle.dumps(raised.value)).report.status == "limit"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.proof.gz", "tiles.proof"]


def test_options_are_those_of_the_domain():
    assert tremaux.solve("tiles", korf=1, nodes=1000).status == "limit"
    impossible = tremaux.solve("jugs", "jugs 8 6 4; start 8 0 0; goal any 3")
    assert not impossible and impossible.status == "no-solution"
    assert repr(impossible).startswith("No solution exists (proved; check with proof=)")
    limited = tremaux.solve("pancake", "7 12 3 9 1 11 5 2 10 6 4 8", algorithm="breadth-first", nodes=5)
    assert limited.stopped and limited.bound >= 1 and repr(limited).startswith("No plan found: node limit reached")


def test_what_is_wrong_is_told_with_its_place():
    with pytest.raises(tremaux.InputError, match="did you mean `tiles`") as raised:
        tremaux.solve("tlies", "1")
    assert raised.value.column == 1
    with pytest.raises(tremaux.InputError) as raised:
        tremaux.solve("sokoban", "#####\n#@$?#\n#####")
    assert (raised.value.line, raised.value.column, raised.value.excerpt) == (2, 4, "#@$?#")
    assert raised.value.expected and raised.value.found == "`?`"
    for wrong in ({"korv": 1}, {"algorithm": "a-satr"}, {"heuristic": "manhatan"}, {"time": -1.0}, {"memory": "many"}):
        with pytest.raises(ValueError):
            tremaux.solve("tiles", "8 1 3 / 4 0 2 / 7 6 5", **wrong)
    with pytest.raises(KeyError):
        tremaux.explain("nothing")


def test_positions_are_analyzed():
    won = tremaux.analyze("connect-four", "4453", depth=8)
    assert won.best and won.side == "x"
    mate = tremaux.analyze("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", depth=3)
    assert mate.best == "Ra8#" or mate.best.startswith("Ra8")
    after = tremaux.analyze("tic-tac-toe", moves=["b2"], depth=9)
    assert after.outcome == "draw" and after.side == "o"
    with pytest.raises(tremaux.InputError):
        tremaux.analyze("chess", moves=["e5"], depth=1)


def test_instances_are_generated_and_names_explained():
    assert tremaux.generate("tiles", 2, seed=3, size="3x3") == tremaux.generate("tiles", 2, seed=3, size="3x3")
    assert tremaux.explain("sudoku")["title"]
    assert len(tremaux.catalogue()["domains"]) > 10


class Endless:
    initial = 0
    players = ["a", "b"]

    def to_move(self, state):
        return "ab"[state % 2]

    def actions(self, state):
        return [1, 3, 5]

    def result(self, state, action):
        return state * 7 + action

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0


ENDLESS = {
    "a search": lambda: tremaux.solve("tiles", korf=60, algorithm="breadth-first"),
    "instances": lambda: tremaux.generate("sudoku", 10**9),
    "a hierarchy": lambda: tremaux.Graph(range(2_000), SLOW_ARCS, hierarchy=True),
    "paths": lambda: WIDE.paths([((0, 0), (1499, 1499))] * 10**4),
    "a game of one's own": lambda: tremaux.analyze(Endless(), algorithm="alpha-beta", time=60),
    "maps of distances": lambda: [WIDE.distance_map((0, 0)) for _ in range(10**4)],
}
CHANCE = random.Random(1)
SLOW_ARCS = [(CHANCE.randrange(2_000), CHANCE.randrange(2_000), CHANCE.randrange(1, 100)) for _ in range(10_000)]
WIDE = tremaux.Grid([[1] * 1500] * 1500, algorithm="canonical-dijkstra")


@pytest.mark.parametrize("what", ENDLESS)
def test_ctrl_c_ends_everything_soon(what):
    begun = []

    def press():
        time.sleep(1.5)
        begun.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        ENDLESS[what]()
    # It takes a twentieth of a second, on a busy machine much longer; without an end, hours.
    # A twentieth of a second, on a busy machine much longer.
    assert time.perf_counter() - begun[0] < 10.0


def test_the_rest_of_the_program_is_a_command_away():
    assert tremaux.command("list").count("\n") > 20
    assert "good" in tremaux.command("lab", "reproduce", "7-2", "--list")
    with pytest.raises(tremaux.InputError, match="tlies") as raised:
        tremaux.command("solve", "tlies", "1")
    assert raised.value.line is None
    assert tremaux.command("path", "-", "--from", "0,0", "--to", "2,0", "--format", "json", input="...")
