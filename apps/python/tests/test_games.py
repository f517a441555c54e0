"""Games of one's own."""

import time

import pytest
import tremaux


class TicTacToe:
    """With Russell and Norvig's names; a state is the cells and who is to move."""

    initial = (".........", "X")
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [at for at, cell in enumerate(state[0]) if cell == "."]

    def result(self, state, at):
        cells, mover = state
        return (cells[:at] + mover + cells[at + 1 :], "O" if mover == "X" else "X")

    def winner(self, cells):
        return next((cells[a] for a, b, c in self.lines if cells[a] == cells[b] == cells[c] != "."), None)

    def is_terminal(self, state):
        return self.winner(state[0]) is not None or "." not in state[0]

    def utility(self, state, player):
        winner = self.winner(state[0])
        return 0 if winner is None else 1 if winner == player else -1


def minimax(game, state):
    """The value for the player to move, by the book."""
    if game.is_terminal(state):
        return game.utility(state, state[1])
    return max(-minimax(game, game.result(state, action)) for action in game.actions(state))


def test_tic_tac_toe_is_a_draw_and_its_positions_agree_with_minimax():
    game = TicTacToe()
    whole = tremaux.analyze(game, depth=9)
    assert (whole.value, whole.exact) == (0.0, True)
    state = ("X...O....", "X")
    for _ in range(4):
        found = tremaux.analyze(game, state, depth=9)
        assert found.exact and found.value == minimax(game, state)
        assert found.best in game.actions(state) and found.line[0] == found.best
        state = game.result(state, found.best)


def test_the_tree_of_the_book_is_three_with_its_cutoffs():
    tree = {"A": ["B", "C", "D"], "B": [3, 12, 8], "C": [2, 4, 6], "D": [14, 5, 2]}
    seen = []

    class Tree:
        initial = "A"
        # Otherwise utility would be asked about all ends beforehand.
        zero_sum = True

        def to_move(self, state):
            return "MAX" if state == "A" else "MIN"

        def actions(self, state):
            return tree[state]

        def result(self, state, action):
            return action

        def terminal_test(self, state):
            return isinstance(state, int)

        def utility(self, state, player):
            seen.append(state)
            return state if player == "MAX" else -state

    found = tremaux.analyze(Tree(), depth=2)
    assert (found.value, found.best, found.exact) == (3.0, "B", True)
    assert 4 not in seen and 6 not in seen


def test_chance_and_three_players():
    class Coin:
        initial = "start"
        ends = {"safe": 2, "heads": 10, "tails": -4}

        def to_move(self, state):
            return None if state == "coin" else "me"

        def actions(self, state):
            return ["heads", "tails"] if state == "coin" else ["safe", "coin"]

        def result(self, state, action):
            return action

        def probability(self, state, action):
            return 0.25 if action == "heads" else 0.75

        def is_terminal(self, state):
            return state in self.ends

        def utility(self, state, player):
            return self.ends[state]

    found = tremaux.analyze(Coin(), depth=3)
    assert (found.best, found.value) == ("safe", 2.0)

    class Three:
        initial = ()
        players = ["a", "b", "c"]

        def to_move(self, state):
            return self.players[len(state)]

        def actions(self, state):
            return [0, 1]

        def result(self, state, action):
            return (*state, action)

        def is_terminal(self, state):
            return len(state) == 3

        def utility(self, state, player):
            # Each gets what the next one gives.
            return state[(self.players.index(player) + 1) % 3]

    assert tremaux.analyze(Three(), depth=3).payoffs is not None


@pytest.mark.parametrize("rule", ["to_move", "actions", "result", "is_terminal", "utility"])
def test_what_a_rule_raises_is_raised(rule):
    def fails(*_):
        raise ZeroDivisionError("on purpose")

    game = TicTacToe()
    setattr(game, rule, fails)
    with pytest.raises(ZeroDivisionError) as raised:
        tremaux.analyze(game, depth=9)
    assert f"raised by {rule} of the state" in str(raised.value.__notes__)


def test_a_position_without_moves_that_is_no_end_is_told():
    game = TicTacToe()
    game.actions = lambda state: []
    with pytest.raises(ValueError, match="is_terminal is false"):
        tremaux.analyze(game, depth=9)


def test_limits_hold_and_nonsense_is_refused():
    game = TicTacToe()
    short = tremaux.analyze(game, nodes=50)
    assert short.counts["nodes"] <= 60 and short.best in range(9)
    game.is_terminal = lambda state: time.sleep(0.001) or TicTacToe.is_terminal(game, state)
    assert tremaux.analyze(game, nodes=200).counts["nodes"] <= 210
    game.evaluate = lambda state, player: 0.5
    assert not tremaux.analyze(game, depth=2).exact
    game.utility = lambda state, player: "much"
    with pytest.raises(TypeError, match="expected a number"):
        tremaux.analyze(game, depth=9)
    with pytest.raises(TypeError, match="to_move"):
        tremaux.analyze(type("T", (), {"initial": 0, "actions": len, "result": len, "is_terminal": len, "utility": len})())
    with pytest.raises(TypeError, match="your own"):
        tremaux.analyze(TicTacToe(), threads=2)
