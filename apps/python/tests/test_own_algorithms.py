"""Games of one's own by every algorithm of the catalogue, and with hidden information."""

import math

import pytest
import tremaux
from test_games import TicTacToe
from test_own_trees import Tree, late

ALGORITHMS = [row["name"] for row in tremaux.catalogue()["game_algorithms"]]
BY_REGRETS = [row["name"] for row in tremaux.catalogue()["game_algorithms"] if "hidden-information" in row["needs"]]


def tried(game, algorithm, **limits):
    """The analysis, or None where the algorithm says that it does not suit the game."""
    try:
        return tremaux.analyze(game, algorithm=algorithm, nodes=limits.pop("nodes", 3000), **limits)
    except tremaux.InputError as error:
        assert algorithm in str(error) or algorithm == "random", error
        return None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("players, zero_sum", [(1, False), (2, True), (2, False), (3, False)])
def test_what_is_called_exact_is_the_value_of_brute_force(algorithm, players, zero_sum):
    exact = 0
    for seed in range(25):
        game = Tree(seed, players, zero_sum, size=[1, 7, None][seed % 3])
        if seed % 3:
            game.nodes = {path: rounded(node) for path, node in game.nodes.items()}
        if seed % 2 and players == 2:
            game.nodes = {path: without_chance(node, path) for path, node in game.nodes.items()}
        found = tried(game, algorithm)
        if found is None:
            continue
        if found.exact and algorithm != "paranoid":
            mover = game.to_move(()) or "p0"
            assert found.value == pytest.approx(game.solved()[game.who.index(mover)], rel=1e-9, abs=1e-9), seed
            exact += 1
        if game.to_move(()) is not None:
            assert found.side == game.to_move(())
            assert found.best in game.actions(())
            assert all(move["move"] in game.actions(()) for move in found.moves)
    needs = next(row["needs"] for row in tremaux.catalogue()["game_algorithms"] if row["name"] == algorithm)
    proves = not algorithm.startswith("textbook")
    if proves and (needs == ["scores"] and zero_sum or needs == ["payoffs"] and algorithm != "paranoid"):
        assert exact > 3


def rounded(node):
    return [round(each) for each in node] if isinstance(node, list) else node


def without_chance(node, path):
    return node if isinstance(node, list) else (f"p{len(path) % 2}", node[1])


def test_tic_tac_toe_is_a_draw_by_all_that_prove():
    for algorithm in ["alpha-beta", "mtd-f", "minimax", "df-pn", "proof-number", "expectiminimax", "max-n"]:
        found = tremaux.analyze(TicTacToe(), ("XOX.O....", "X"), algorithm=algorithm, nodes=100_000)
        assert (found.value, found.exact, found.algorithm) == (0.0, True, algorithm)
    found = tremaux.analyze(TicTacToe(), ("XX.OO....", "X"), algorithm="scout")
    assert (found.best, found.value, found.outcome, found.plies, found.position) == (2, 1.0, "win", 1, ("XX.OO....", "X"))
    found = tremaux.analyze(TicTacToe(), ("XX.OO....", "X"), algorithm="mcts(seed=1)", nodes=500)
    assert (found.best, found.outcome) == (2, "win")
    found = tremaux.analyze(TicTacToe(), lines=3, depth=4)
    assert len(found.lines) == 3 and all(line["line"][0] in range(9) for line in found.lines)
    with pytest.raises(tremaux.InputError, match="alpha-beta"):
        tremaux.analyze(TicTacToe(), algorithm="alpha-bta")


def test_what_shows_late_is_noticed_by_algorithms_with_names():
    # An end that is pruned gives both of them 100.
    found = tremaux.analyze(late((100, 100)), algorithm="max-n", nodes=100_000)
    assert (found.best, found.value, found.exact) == ("on", 100, True)
    with pytest.raises(tremaux.InputError, match="for this game use mcts, max-n"):
        tremaux.analyze(late((100, 100)), algorithm="alpha-beta", nodes=100_000)
    found = tremaux.analyze(late((1, -1)), algorithm="alpha-beta", nodes=100_000)
    assert (found.value, found.exact) == (3, True)
    found = tremaux.analyze(late(None), algorithm="alpha-beta", nodes=100_000)
    assert not found.exact and found.outcome is None


class Kuhn:
    """Kuhn poker; a state is the cards of both and what they did."""

    initial = ("", "")
    players = [0, 1]

    def to_move(self, state):
        return None if not state[0] else len(state[1]) % 2

    def actions(self, state):
        if not state[0]:
            return [a + b for a in "JQK" for b in "JQK" if a != b]
        return ["pass", "bet"]

    def result(self, state, action):
        return (action, "") if not state[0] else (state[0], state[1] + action[0])

    def is_terminal(self, state):
        return state[1] in ("pp", "bp", "bb", "pbp", "pbb")

    def utility(self, state, player):
        cards, done = state
        wins = "JQK".index(cards[0]) > "JQK".index(cards[1])
        first = {"pp": 1 if wins else -1, "bp": 1, "pbp": -1}.get(done, 2 if wins else -2)
        return first if player == 0 else -first

    def information(self, state, player):
        return (state[0][player], state[1])


def mix(moves):
    return {each["move"]: each["probability"] for each in moves}


def test_kuhn_poker_is_lost_by_an_eighteenth():
    found = tremaux.analyze(Kuhn(), algorithm="cfr-plus(target=0.0001)", time=60)
    assert found.value == pytest.approx(-1 / 18, abs=1e-3)
    assert found.exploitability < 1e-4 and found.bounds[0] <= -1 / 18 <= found.bounds[1]
    mixes = {(row["side"], row["information"]): mix(row["moves"]) for row in found.strategy}
    assert len(mixes) == 12
    assert mixes[1, ("K", "b")]["bet"] > 0.99 and mixes[1, ("J", "b")]["bet"] < 0.01
    assert mixes[1, ("J", "p")]["bet"] == pytest.approx(1 / 3, abs=0.02)
    for algorithm in BY_REGRETS:
        name = f"{algorithm}(iterations=300, target=0)"
        found = tremaux.analyze(Kuhn(), algorithm=name, time=60)
        assert found.bounds[0] - 1e-9 <= -1 / 18 <= found.bounds[1] + 1e-9 and math.isfinite(found.exploitability)
    with pytest.raises(tremaux.InputError, match="it would see what the other player hides"):
        tremaux.analyze(Kuhn(), algorithm="scout")
    # The usual one, without a name.
    assert tremaux.analyze(Kuhn(), time=0.3).algorithm == "cfr-plus"


def test_moves_at_the_same_time_are_two_of_which_the_second_does_not_see_the_first():
    class Pennies:
        initial = ()

        def to_move(self, state):
            return ["even", "odd"][len(state)]

        def actions(self, state):
            return ["heads", "tails"]

        def result(self, state, action):
            return (*state, action)

        def is_terminal(self, state):
            return len(state) == 2

        def utility(self, state, player):
            # Heads are worth twice as much.
            gain = (2 if state[0] == "heads" else 1) if state[0] == state[1] else -1.5
            return gain if player == "even" else -gain

        def information(self, state, player):
            return ()

    found = tremaux.analyze(Pennies(), algorithm="cfr-plus(target=0.000001)", time=60)
    # Even shows heads with p: 2p - 1.5(1 - p) = -1.5p + (1 - p).
    assert mix(found.mix)["heads"] == pytest.approx(2.5 / 6, abs=1e-3)
    assert found.value == pytest.approx(2 * 2.5 / 6 - 1.5 * 3.5 / 6, abs=1e-4)


@pytest.mark.parametrize(
    "change, what",
    [
        ({"information": lambda self, state, player: state[1]}, None),
        ({"information": lambda self, state, player: state[0][player]}, "something else before"),
        ({"actions": lambda self, state: ["JQ", "KJ"] if not state[0] else ["pass", "bet"][: 1 + (state[0] == "KJ" or len(state[1]) != 1)],
          "information": lambda self, state, player: state[1]}, "other moves, or in another order"),
        ({"utility": lambda self, state, player: 1}, "cancel out"),
        # The order of the moves tells the card.
        ({"actions": lambda self, state: Kuhn.actions(self, state)[:: -1 if state[0] == "JQ" else 1]}, "in another order"),
        ({"information": lambda self, state, player: float("nan")}, "equal to itself"),
        ({"information": {}}, "no method `information`"),
        ({"players": [0, 1, 2]}, "two players"),
        ({"information": lambda self, state, player: 1 // 0}, "division"),
        ({"information": lambda self, state, player: [1]}, "unhashable"),
    ],
)
def test_what_players_cannot_know_is_refused(change, what):
    game = type("Changed", (Kuhn,), change)()
    if what is None:
        # Nobody sees a card.
        assert tremaux.analyze(game, algorithm="cfr-plus", time=5).exploitability < 0.01
        return
    with pytest.raises((ValueError, TypeError, ZeroDivisionError), match=what):
        tremaux.analyze(game, algorithm="cfr-plus", time=5)


def test_a_rule_that_fails_late_is_raised():
    game = TicTacToe()
    plain, asked = game.utility, []

    def utility(state, player):
        asked.append(state)
        if len(asked) > 500:
            raise ZeroDivisionError("on purpose")
        return plain(state, player)

    game.utility = utility
    with pytest.raises(ZeroDivisionError):
        tremaux.analyze(game, algorithm="mcts", nodes=100_000)


def ends(tree):
    """A game: a node is who moves, and what each move leads to; an end is what both get."""

    class Ends:
        initial = tree
        players = ["A", "B"]

        def to_move(self, node):
            return node[0]

        def actions(self, node):
            return range(len(node) - 1)

        def result(self, node, nth):
            return node[1 + nth]

        def is_terminal(self, node):
            return not isinstance(node[0], (str, type(None)))

        def utility(self, node, player):
            return node["AB".index(player)]

    return Ends()


NEVER_FALSE = {
    "a point beside what is estimated": ("A", (1, -1), ("B", ("A", (5, -5), (0, 0)))),
    "tiny gains that do not cancel out": ("A", (1e-10, 1e-10), ("B", (5e-10, 1e-10), (0, 0))),
    "great ones that almost do": ("A", (1e10, -1e10), ("B", (1e10 + 1, -1e10), (1e10 - 1, -1e10 - 8))),
    "tiny ones that do": ("A", (1e-10, -1e-10), (2e-10, -2e-10)),
    "wins of almost one size": ("A", (1, -1), (1 + 2e-10, -1 - 2e-10), (1 + 4e-10, -1 - 4e-10)),
    "a greater one far away": ("A", *[(1 / 3, -1 / 3)] * 2500, ("B", (2 / 3, -2 / 3))),
    "a much greater one far away": ("A", *[(1, -1)] * 2500, ("B", ("A", (1e6, -1e6)))),
    "chance far away": ("A", *[(0, 0)] * 2500, ("B", (None, (3, -3), (5, -5)))),
}


@pytest.mark.parametrize("what", NEVER_FALSE)
@pytest.mark.parametrize("depth", [1, 2, None])
def test_nothing_false_is_called_exact(what, depth):
    def solved(node):
        if not isinstance(node[0], (str, type(None))):
            return node
        below = [solved(each) for each in node[1:]]
        if node[0] is None:
            return tuple(sum(each[who] for each in below) / len(below) for who in (0, 1))
        return max(below, key=lambda each: each["AB".index(node[0])])

    game, exact = ends(NEVER_FALSE[what]), 0
    expected = solved(game.initial)[0]
    for algorithm in (row["name"] for row in tremaux.catalogue()["game_algorithms"] if row["searches"]):
        try:
            found = tremaux.analyze(game, algorithm=algorithm, depth=depth, nodes=30_000)
        except tremaux.InputError:
            continue
        if found.exact and algorithm != "paranoid":
            assert found.value == pytest.approx(expected, rel=1e-11), algorithm
            exact += 1
        if found.outcome is not None:
            assert {"win": 1, "draw": 0, "loss": -1}[found.outcome] == (expected > 0) - (expected < 0), algorithm
    assert exact > 0 or depth is not None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_lines_are_found_or_refused(algorithm):
    for game, position in [("tic-tac-toe", ""), ("backgammon", "2wEAAAYAAAAAAA 1 21"), ("kuhn-poker", ""), (TicTacToe(), "")]:
        try:
            one = tremaux.analyze(game, position, algorithm=algorithm, nodes=2000)
        except tremaux.InputError:
            continue  # It does not suit the game.
        try:
            several = tremaux.analyze(game, position, algorithm=algorithm, nodes=2000, lines=2)
        except tremaux.InputError as error:
            assert f"{one.algorithm} finds one line" in str(error)
        else:
            # The dice leave one move.
            assert several.lines is not None and len(several.lines) == (1 if game == "backgammon" else 2)


def test_an_endless_game_ends_with_its_limits():
    class Circle:
        initial = 0
        players = ["A", "B"]

        def to_move(self, state):
            return "AB"[state]

        def actions(self, state):
            return [0]

        def result(self, state, action):
            return 1 - state

        def is_terminal(self, state):
            return False

        def utility(self, state, player):
            return 0

    for algorithm in ("mcts(seed=1)", "scout", "max-n", "expectiminimax", "df-pn"):
        found = tremaux.analyze(Circle(), algorithm=algorithm, nodes=100)
        assert not found.exact and found.best == 0
    Circle.to_move = lambda self, state: "AB"[state % 2]
    Circle.result = lambda self, state, action: state + 1
    Circle.information = lambda self, state, player: state
    with pytest.raises(ValueError, match="positions were looked at"):
        tremaux.analyze(Circle(), time=0.2)


@pytest.mark.parametrize("wrong", [{"lines": 0}, {"depth": 0}, {"memory": "x"}, {"threads": 2}, {"seed": 3}])
def test_nothing_is_ignored(wrong):
    with pytest.raises((ValueError, TypeError), match=next(iter(wrong))):
        tremaux.analyze(TicTacToe(), **wrong)
    game = TicTacToe()
    game.players = ["X", "O", "X"]
    with pytest.raises(ValueError, match="twice"):
        tremaux.analyze(game)
    game.players, game.evaluate = ["X", "O"], 3
    with pytest.raises(TypeError, match="evaluate"):
        tremaux.analyze(game)
