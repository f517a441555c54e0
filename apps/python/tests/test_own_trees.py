"""Random games of one's own against brute force: payoffs of any size, chance anywhere, general sums."""

import random

import pytest
import tremaux


class Tree:
    """A random tree; a state is the path to it."""

    initial = ()

    def __init__(self, seed, players, zero_sum, size, depth=4, names_players=True):
        self.random = random.Random(seed)
        self.who = [f"p{nth}" for nth in range(players)]
        if names_players:
            self.players = self.who
        self.zero_sum = zero_sum
        self.size = size
        self.nodes = {}
        self.grow((), depth)

    def grow(self, path, depth):
        draw = self.random
        if depth == 0 or path and draw.random() < 0.2:
            payoffs = [self.payoff(draw) for _ in self.who]
            if self.zero_sum:
                payoffs[1] = -payoffs[0]
            self.nodes[path] = payoffs
            return
        count = draw.randint(1, 3)
        odds = [draw.random() + 0.1 for _ in range(count)]
        odds = [each / sum(odds) for each in odds]
        mover = None if draw.random() < 0.3 else draw.choice(self.who)
        self.nodes[path] = (mover, odds)
        for nth in range(count):
            self.grow((*path, nth), depth - 1)

    def payoff(self, draw):
        """Of a size, or one of many sizes, whole and not."""
        if self.size:
            return draw.uniform(-self.size, self.size)
        return draw.choice([0, 1, 37, 0.01, 10**6, 10**9]) * draw.choice([-1, 1])

    def is_terminal(self, path):
        return isinstance(self.nodes[path], list)

    def to_move(self, path):
        return self.nodes[path][0]

    def actions(self, path):
        return list(range(len(self.nodes[path][1])))

    def result(self, path, nth):
        return (*path, nth)

    def probability(self, path, nth):
        return self.nodes[path][1][nth]

    def utility(self, path, player):
        return self.nodes[path][self.who.index(player)]

    def solved(self, path=()):
        """The payoff of each player, by backward induction."""
        if self.is_terminal(path):
            return self.nodes[path]
        mover, odds = self.nodes[path]
        below = [self.solved((*path, nth)) for nth in range(len(odds))]
        if mover is None:
            return [sum(p * each[who] for p, each in zip(odds, below)) for who in range(len(self.who))]
        return max(below, key=lambda each: each[self.who.index(mover)])

    def movers(self, path=()):
        """Who moves, in no order."""
        if self.is_terminal(path):
            return set()
        mover, odds = self.nodes[path]
        found = {mover} - {None}
        return found.union(*(self.movers((*path, nth)) for nth in range(len(odds))))


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("size", [0.01, 1, 5, 1e6, None])
def test_random_trees_have_the_value_of_brute_force(players, size):
    chance_first = general = 0
    for seed in range(60):
        game = Tree(seed, players, zero_sum=players == 2 and seed % 2 == 0, size=size)
        found = tremaux.analyze(game, depth=9)
        expected = game.solved()
        mover = game.to_move(()) or "p0"
        assert found.exact
        assert found.value == pytest.approx(expected[game.who.index(mover)], rel=1e-9), seed
        chance_first += game.to_move(()) is None
        general += not game.zero_sum
        if game.to_move(()):
            values = {move["move"]: move["value"] for move in found.moves}
            best = game.solved((found.best,))
            assert best[game.who.index(mover)] == pytest.approx(found.value, rel=1e-9)
            assert values[found.best] == pytest.approx(found.value, abs=1e-3)
    assert chance_first > 5 and general > 25, "the cases did not occur"


def test_players_need_not_be_named():
    unnamed = 0
    for seed in range(80):
        game = Tree(seed, 2, zero_sum=seed % 3 == 0, size=7, names_players=False)
        met = game.movers()
        if not met:
            with pytest.raises(ValueError, match="name all of them in the attribute `players`"):
                tremaux.analyze(game, depth=9)
            continue
        mover = game.to_move(())
        found = tremaux.analyze(game, depth=9)
        if mover is not None or len(met) == 1:
            mover = mover or min(met)
            assert found.value == pytest.approx(game.solved()[game.who.index(mover)], rel=1e-9), seed
            unnamed += 1
    assert unnamed > 40


def late(last, promised=False):
    """After 3,000 ends whose payoffs cancel out, the last may do otherwise where alpha-beta prunes; None never ends."""

    class Late:
        initial = "top"
        players = ["one", "two"]
        ends = {"x": (2, -2), "y": last}

        def to_move(self, state):
            return "two" if state == "below" else "one"

        def actions(self, state):
            if isinstance(state, tuple):
                return [state[0] + 1]
            return {"top": [*range(3000), "on"], "on": ["below"]}.get(state, ["x", "y"])

        def result(self, state, action):
            return (action,) if isinstance(state, tuple) else (0,) if action == "y" and not last else action

        def is_terminal(self, state):
            return isinstance(state, int) or state in self.ends

        def utility(self, state, player):
            both = self.ends.get(state, (3, -3))
            return both[self.players.index(player)]

    if promised:
        Late.zero_sum = True
    return Late()


def test_a_general_sum_that_shows_late_is_none_of_zero():
    found = tremaux.analyze(late((100, 100)), depth=9)
    assert (found.best, found.value, found.payoffs, found.exact) == ("on", 100, [100, 100], True)
    found = tremaux.analyze(late((1, -1)), depth=9)
    assert (found.value, found.exact) == (3, True)
    # Where not all ends can be seen, nothing is called exact unless the game promises it.
    assert not tremaux.analyze(late(None), depth=9).exact
    found = tremaux.analyze(late(None, promised=True), depth=9)
    assert (found.value, found.exact) == (3, True)


def test_odds_that_are_none_are_refused():
    class Die:
        initial = "die"
        odds = {"one": 0.5, "two": 0.5}

        def to_move(self, state):
            return None if state == "die" else "me"

        def actions(self, state):
            return list(self.odds) if state == "die" else ["on"]

        def result(self, state, action):
            return "end" if action == "on" else action

        def is_terminal(self, state):
            return state == "end"

        def probability(self, state, action):
            return self.odds[action]

        def utility(self, state, player):
            return 3

    game = Die()
    assert tremaux.analyze(game, depth=5).value == 3
    for wrong, what in [(0.6, "sum to 1.1"), (-0.5, "from 0 to 1"), (float("nan"), "from 0 to 1"), ("much", "from 0 to 1")]:
        game.odds = {"one": 0.5, "two": wrong}
        with pytest.raises((ValueError, TypeError), match=what):
            tremaux.analyze(game, depth=5)
