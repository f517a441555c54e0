#!/usr/bin/env python3
"""Judges proofs of search results in files: see proofs.md.

This is a second checker: it shares no code with the first, which is written in Rust, and uses
Python's standard library alone. Run it with `python3 check.py FILE...`, or call `check` with the
lines of a file. The exit status is 0 if all files are accepted, 1 if one is refused, and 2 if one
cannot be read.
"""

import gzip
import itertools
import json
import sys

VERSION = 1
MICRO = 1_000_000
# Costs of this size are refused: the units and the roots of the first checker end there.
MOST_UNITS, MOST_ROOTS = 1 << 60, 1 << 40


class Refused(Exception):
    """Why a file is no proof: the line, from 1, and the reason."""

    def __init__(self, reason, line=0):
        super().__init__(reason)
        self.reason, self.line = reason, line


def need(holds, reason):
    if not holds:
        raise Refused(reason)


# Costs are pairs: millionths, and multiples of the square root of two.

ZERO = (0, 0)


def whole(number):
    return (number * MICRO, 0)


def plus(one, other):
    return min(one[0] + other[0], MOST_UNITS), min(one[1] + other[1], MOST_ROOTS)


def times(cost, factor):
    return min(cost[0] * factor, MOST_UNITS), min(cost[1] * factor, MOST_ROOTS)


def at_most(one, other):
    """Whether a cost is not greater than another, by the squares of the differences."""
    units, roots = other[0] - one[0], (other[1] - one[1]) * MICRO
    if units >= 0 and roots >= 0:
        return True
    if units <= 0 and roots <= 0:
        return units == 0 and roots == 0
    return (units * units > 2 * roots * roots) == (units > 0)


def least(costs):
    best = None
    for cost in costs:
        if best is None or at_most(cost, best):
            best = cost
    return ZERO if best is None else best


def digits(text):
    """A number of digits alone, or None."""
    is_number = text.isascii() and text.isdigit() and len(text.lstrip("0")) <= 20
    return int(text.lstrip("0") or "0") if is_number and int(text[-20:]) < 1 << 64 else None


def decimal(text):
    """A number with at most six decimals, in millionths, or None."""
    number, point, decimals = text.partition(".")
    if not point:
        decimals = "0"
    if len(decimals) > 6 or digits(number) is None or digits(decimals) is None:
        return None
    return digits(number) * MICRO + int(decimals) * 10 ** (6 - len(decimals))


def cost_of(value):
    """Reads a whole number, or a text such as `12.5` or `7+3√2`."""
    cost = None
    if type(value) is int and value >= 0:
        cost = whole(value)
    elif isinstance(value, str) and value.endswith("√2"):
        units, plus_sign, roots = value[:-2].partition("+")
        units, roots = decimal(units), digits(roots)
        if plus_sign and units is not None and roots is not None:
            cost = (units, roots)
    elif isinstance(value, str):
        units = decimal(value)
        cost = None if units is None else (units, 0)
    need(cost is not None, f"expected a cost such as 3, \"2.5\" or \"7+3√2\", found {value!r}")
    need(cost[0] < MOST_UNITS and cost[1] < MOST_ROOTS, f"the cost {value} is too large")
    return cost


def cost_text(cost):
    number, part = divmod(cost[0], MICRO)
    decimals = f".{part:06}".rstrip("0") if part else ""
    roots = f"+{cost[1]}√2" if cost[1] else ""
    return f"{number}{decimals}{roots}"


class Fields:
    """The fields of an object, which are taken one by one."""

    def __init__(self, line):
        value = parsed(line)
        need(isinstance(value, dict), "expected an object")
        self.fields = value

    def __contains__(self, name):
        return name in self.fields

    def take(self, name):
        need(name in self.fields, f"missing `{name}`")
        return self.fields.pop(name)

    def text(self, name):
        value = self.take(name)
        need(isinstance(value, str), f"`{name}` must be text")
        return value

    def list(self, name):
        value = self.take(name)
        need(isinstance(value, list), f"`{name}` must be a list")
        return value

    def texts(self, name):
        values = self.list(name)
        need(all(isinstance(it, str) for it in values), f"`{name}` must be text")
        return values

    def whole(self, name):
        value = self.take(name)
        need(type(value) is int and -(1 << 63) <= value < 1 << 63, f"`{name}` must be whole")
        return value

    def finish(self):
        """Fails if a field was not taken: what it says would be ignored."""
        for name in self.fields:
            raise Refused(f"unknown field `{name}`")


def refuse_number(text):
    raise Refused(f"`{text}` is not a cost")


def whole_number(text):
    return refuse_number(text) if text == "-0" else int(text)


def each_once(pairs):
    need(len(dict(pairs)) == len(pairs), "a field is there twice")
    return dict(pairs)


def parsed(line):
    try:
        hooks = {"parse_float": refuse_number, "parse_constant": refuse_number}
        hooks |= {"parse_int": whole_number, "object_pairs_hook": each_once}
        value = json.loads(line, **hooks)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from None


class Grid:
    """Grids: steps to four or eight neighbours, walls, and weights by which steps cost more."""

    HEURISTICS = ["open-distance"]
    DIRECTIONS = {
        "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
        "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
    }
    # How many of the two cells beside a diagonal step must be free.
    MOVEMENTS = {"four": None, "eight-no-corners": 2, "eight-one-side": 1, "eight-always": 0}
    WEIGHTS = {letter: weight for weight, letter in enumerate("#.23456789")} | {"1": 1}

    def __init__(self, header):
        rows = header.texts("rows")
        for letter in "".join(rows):
            need(letter in self.WEIGHTS, f"expected `#`, `.` or `1` to `9`, found `{letter}`")
        need(len({len(row) for row in rows}) <= 1, "all rows must have the same length")
        self.rows = [[self.WEIGHTS[letter] for letter in row] for row in rows]
        movement = header.text("movement")
        need(movement in self.MOVEMENTS, f"unknown movement `{movement}`")
        self.free_beside = self.MOVEMENTS[movement]
        self.straight, self.diagonal = self.costs(header.take("costs"))
        self.start = self.read(header.text("from"))
        self.goals = {self.read(text) for text in header.texts("to")}
        need(self.weight(self.start) > 0, "the start is not a free cell")
        self.least_cost = self.straight

    def costs(self, value):
        """Estimates rely on a diagonal step that costs at least as much as a straight one, and at
        most as much as two."""
        if value == "sqrt2":
            return whole(1), (0, 1)
        need(isinstance(value, list) and len(value) == 2, "expected costs")
        straight, diagonal = cost_of(value[0]), cost_of(value[1])
        need(at_most(straight, diagonal) and at_most(diagonal, times(straight, 2)), "wrong costs")
        return straight, diagonal

    def weight(self, cell):
        """The weight of a cell; 0 for a wall, and off the map."""
        x, y = cell
        is_inside = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])
        return self.rows[y][x] if is_inside else 0

    def is_goal(self, cell):
        return cell in self.goals

    def steps(self, cell):
        x, y = cell
        for name, (dx, dy) in self.DIRECTIONS.items():
            to = (x + dx, y + dy)
            cost = self.straight
            if dx != 0 and dy != 0:
                free = (self.weight((x + dx, y)) > 0) + (self.weight((x, y + dy)) > 0)
                if self.free_beside is None or free < self.free_beside:
                    continue
                cost = self.diagonal
            if self.weight(to) > 0:
                yield name, times(cost, self.weight(to)), to

    def read(self, text):
        x, y = map(digits, text.partition(",")[::2])
        need(x is not None and y is not None, f"expected a cell such as 3,0, found `{text}`")
        need(y < len(self.rows) and x < len(self.rows[y]), f"`{text}` is off the map")
        return x, y

    def estimate(self, _heuristic, cell):
        """The distance to the nearest goal without walls and weights."""
        return least(self.distance(cell, goal) for goal in self.goals)

    def distance(self, one, other):
        dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
        if self.free_beside is None:
            return times(self.straight, dx + dy)
        return plus(times(self.straight, abs(dx - dy)), times(self.diagonal, min(dx, dy)))


class Graph:
    """Graphs: a list of arcs."""

    HEURISTICS = []

    def __init__(self, header):
        self.arcs = {}
        costs = []
        for arc in header.list("arcs"):
            is_arc = isinstance(arc, list) and len(arc) == 3
            is_arc = is_arc and isinstance(arc[0], str) and isinstance(arc[1], str)
            need(is_arc, f"expected an arc such as [\"a\", \"b\", 3], found {arc}")
            costs.append(cost_of(arc[2]))
            self.arcs.setdefault(arc[0], []).append((arc[1], costs[-1]))
            self.arcs.setdefault(arc[1], [])
        self.start = header.text("from")
        self.goals = set(header.texts("to"))
        for name in [self.start, *self.goals]:
            self.arcs.setdefault(name, [])
        self.least_cost = least(costs)

    def is_goal(self, node):
        return node in self.goals

    def steps(self, node):
        for head, cost in self.arcs[node]:
            yield head, cost, head

    def read(self, text):
        need(text in self.arcs, f"`{text}` is not a node")
        return text

    def find(self, node, word):
        """The cheapest arc to the node of this name; `b#2` is the second of those to b, and `#2`
        the second of all."""
        best = None
        for step in self.steps(node):
            if step[0] == word and (best is None or not at_most(best[1], step[1])):
                best = step
        if best is not None:
            return best
        name, sign, number = word.rpartition("#")
        place = digits(number) if sign else None
        steps = [step for step in self.steps(node) if name in ("", step[0])]
        return steps[place - 1] if place and place <= len(steps) else None


class Tiles:
    """Sliding tiles."""

    HEURISTICS = ["tables", "misplaced", "manhattan", "linear-conflict"]
    MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}

    def __init__(self, header):
        board, goal = header.text("board"), header.text("goal")
        self.start = self.tiles(board)
        rows = [[word for word in row.split(" ") if word] for row in board.split("/")]
        self.height, self.width = len(rows), len(self.start) // len(rows)
        need(all(len(row) == self.width for row in rows), "all rows must have the same length")
        self.goal = self.read(goal)
        self.home = {tile: cell for cell, tile in enumerate(self.goal)}
        self.least_cost = whole(1)
        self.tables = []

    def tiles(self, text):
        words = [word for word in text.replace("/", " ").split(" ") if word]
        board = tuple(digits(word) for word in words)
        is_board = 0 < len(board) <= 256 and None not in board
        need(is_board and sorted(board) == list(range(len(board))),
             f"expected each number from 0 once, found `{text}`")
        return board

    def read(self, text):
        board = self.tiles(text)
        need(len(board) == len(self.start), f"expected {len(self.start)} tiles")
        return board

    def is_goal(self, board):
        return board == self.goal

    def beside(self, cell):
        for name, (down, right) in self.MOVES.items():
            row, column = cell // self.width + down, cell % self.width + right
            if 0 <= row < self.height and 0 <= column < self.width:
                yield name, row * self.width + column

    def steps(self, board):
        blank = board.index(0)
        for name, cell in self.beside(blank):
            after = list(board)
            after[blank], after[cell] = after[cell], after[blank]
            yield name, whole(1), tuple(after)

    def entry(self, values, cells):
        """The entry for the cells of the pieces of a table, which are the digits of its place."""
        place = 0
        for cell in cells:
            place = place * len(self.goal) + cell
        return ord(values[place]) - ord("0")

    def add_table(self, tiles, values):
        """Adds a table if the goal has 0 in it, and no move lowers an entry by more than it moves a
        tile of the table: 1 or, if it moves another tile, 0."""
        pieces = [0, *map(digits, tiles.split(" "))]
        taken = [piece for others, _ in self.tables for piece in others[1:]]
        is_new = set(pieces) <= set(self.goal) - set(taken) and len(set(pieces)) == len(pieces)
        need(is_new, f"`{tiles}` are not all tiles, or in a table already")
        count = len(self.goal) ** len(pieces)
        need(len(pieces) <= 8 and count <= 1 << 24, "the table has too many tiles")
        is_whole = len(values) == count and values.isascii() and min(values) >= "0"
        need(is_whole, f"expected {count} characters, none below `0`")
        goal = map(self.goal.index, pieces)
        need(self.entry(values, goal) == 0, "the goal's entry in the table is not 0")
        for cells in itertools.permutations(range(len(self.goal)), len(pieces)):
            here = self.entry(values, cells)
            for _, to in self.beside(cells[0]):
                after = [to] + [cells[0] if cell == to else cell for cell in cells[1:]]
                most = self.entry(values, after) + (to in cells[1:])
                need(here <= most, f"a move lowers the entry of the cells {cells} too far")
        self.tables.append((pieces, values))

    def distance(self, cell, tile):
        home = self.home[tile]
        rows = abs(cell // self.width - home // self.width)
        return rows + abs(cell % self.width - home % self.width)

    def conflicts(self, board, cells):
        """The number of tiles that must leave the line of these cells, to which they belong, to
        let others pass: all but the longest sequence in the right order."""
        homes = [self.home[board[cell]] for cell in cells if board[cell] != 0]
        homes = [home for home in homes if home in cells]
        longest = []
        for home in homes:
            before = [length for length, other in zip(longest, homes) if other < home]
            longest.append(1 + max(before, default=0))
        return len(homes) - max(longest, default=0)

    def estimate(self, heuristic, board):
        if heuristic == "tables":
            return whole(sum(self.entry(values, map(board.index, pieces))
                             for pieces, values in self.tables))
        if heuristic == "misplaced":
            return whole(sum(t != g and t != 0 for t, g in zip(board, self.goal)))
        moves = sum(self.distance(cell, tile) for cell, tile in enumerate(board) if tile != 0)
        if heuristic == "linear-conflict":
            count = len(board)
            rows = [range(first, first + self.width) for first in range(0, count, self.width)]
            columns = [range(first, count, self.width) for first in range(self.width)]
            moves += 2 * sum(self.conflicts(board, cells) for cells in rows + columns)
        return whole(moves)

    def refutes(self, name, _cells):
        """The parity of the permutation and of the blank's distance together never changes."""
        need(name == "parity", f"tiles have no proof by `{name}`")
        homes = [self.home[tile] for tile in self.start]
        inversions = sum(homes[j] < homes[i] for i in range(len(homes)) for j in range(i))
        inversions = len(homes) * (len(homes) - 1) // 2 - inversions
        blank = self.distance(self.start.index(0), 0)
        need((inversions + blank) % 2 == 1, "start and goal have the same parity")


class Stones:
    """Games of stones on a board: whoever has so many in a line wins."""

    def __init__(self, header, length=None, has_gravity=False):
        board = header.text("position")
        self.columns, self.rows = len(board.split("/")[0]), board.count("/") + 1
        if "size" in header:
            size = header.text("size")
            sizes = (f"{self.columns}x{self.rows}", str(self.columns))
            need(size in sizes, f"the position is not of the size {size}")
        if length is None:
            length = digits(header.text("row"))
            is_length = length is not None and 1 <= length <= 99
            need(is_length, "`row` must be a number from 1 to 99")
            gravity = header.text("gravity")
            need(gravity in ("yes", "no"), "`gravity` must be yes or no")
            has_gravity = gravity == "yes"
        self.length, self.has_gravity = length, has_gravity
        self.start = self.read(board)
        has_both = self.has_row(self.start, "x") and self.has_row(self.start, "o")
        need(0 < self.columns and len(self.start) <= 1024 and not has_both, "no board of a game")

    def read(self, text):
        """Reads rows from the top, separated by `/`: x for the first player, o for the second."""
        rows = text.split("/")
        is_board = len(rows) == self.rows and all(len(row) == self.columns for row in rows)
        board = "".join(rows)
        is_board = is_board and all(letter in ".xo" for letter in board)
        is_board = is_board and board.count("x") - board.count("o") in (0, 1)
        cells = [cell for cell, letter in enumerate(board) if letter != "."]
        is_board = is_board and all(self.is_supported(board, cell) for cell in cells)
        need(is_board, f"expected {self.rows} rows of {self.columns} cells, found `{text}`")
        return board

    def is_supported(self, board, cell):
        below = cell + self.columns
        return not self.has_gravity or below >= len(board) or board[below] != "."

    def is_first_to_move(self, board):
        return board.count("x") == board.count("o")

    def has_row(self, board, player):
        return any(self.is_row(board, player, cell, down, right)
                   for cell in range(len(board))
                   for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)))

    def is_row(self, board, player, cell, down, right):
        for at in range(self.length):
            row, column = cell // self.columns + at * down, cell % self.columns + at * right
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return False
            if board[row * self.columns + column] != player:
                return False
        return True

    def result(self, board):
        if self.has_row(board, "x"):
            return 1
        if self.has_row(board, "o"):
            return -1
        return None if "." in board else 0

    def moves(self, board):
        stone = "x" if self.is_first_to_move(board) else "o"
        cells = [cell for cell, letter in enumerate(board) if letter == "."]
        cells = [cell for cell in cells if self.is_supported(board, cell)]
        return [board[:cell] + stone + board[cell + 1:] for cell in cells]

    def text(self, board):
        starts = range(0, len(board), self.columns)
        return "/".join(board[start:start + self.columns] for start in starts)


class Nim:
    """Nim: players take objects from one heap."""

    def __init__(self, header):
        rule = header.text("rule")
        need(rule in ("normal", "misere"), f"unknown rule `{rule}`")
        self.is_misere = rule == "misere"
        self.start = self.read(header.text("position"))

    def read(self, text):
        sizes, colon, player = text.partition(":")
        player = player.strip(" ") if colon else "1"
        need(player in ("1", "2"), "expected `: 1` or `: 2` after the heaps")
        heaps = tuple(digits(word) for word in sizes.split(" ") if word)
        is_small = len(heaps) <= 64 and all(heap is not None and heap < 1000 for heap in heaps)
        need(is_small, "expected 64 heaps below 1000")
        return heaps, player == "1"

    def is_first_to_move(self, position):
        return position[1]

    def result(self, position):
        """Without objects, whoever is to move did not take the last one."""
        heaps, is_first = position
        return None if any(heaps) else 1 if is_first == self.is_misere else -1

    def moves(self, position):
        heaps, is_first = position
        return [(heaps[:at] + (left,) + heaps[at + 1:], not is_first)
                for at, heap in enumerate(heaps) for left in range(heap)]

    def text(self, position):
        return " ".join(map(str, position[0])) + ("" if position[1] else " : 2")


class GameJudge:
    """A file about a game, in which no position is ever repeated."""

    VALUES = {"wins": 1, "draws": 0, "loses": -1}

    def __init__(self, kind, game):
        self.kind, self.game, self.replies = kind, game, {}

    def add(self, line, _number):
        value = parsed(line)
        is_reply = isinstance(value, list) and [type(text) for text in value] == [str, str]
        need(is_reply, "expected a position and the one after a move")
        self.replies[self.game.read(value[0])] = self.game.read(value[1])

    def claim(self, claim):
        need(claim.text("claim") == "value", "the claim about a game is its `value`")
        first = claim.text("first")
        need(first in self.VALUES, f"expected wins, draws or loses, found `{first}`")
        number = self.VALUES[first]
        # A win is worth more the sooner it comes, if the claim says how soon.
        counts = number != 0 and "plies" in claim
        plies = claim.whole("plies") if counts else 0
        claim.finish()
        # A win is shown by the replies of the first player; a draw, and how soon, by those of both.
        for is_first in (True, False):
            if counts or number != (-1 if is_first else 1):
                self.walk(is_first, (number, -number * plies), counts)
        return f"the first player {first}" + (f" after {plies} pl{'y' if plies == 1 else 'ies'}" if counts else "")

    def walk(self, is_first, value, counts):
        """Follows the replies of one player, and all moves of the other."""
        game, open_positions, seen = self.game, [(self.game.start, 0)], set()
        while open_positions:
            position, plies = open_positions.pop()
            if (position, plies) in seen:
                continue
            seen.add((position, plies))
            result = game.result(position)
            if result is not None:
                result = (result, -result * plies)
                is_right = result >= value if is_first else result <= value
                need(is_right, f"the game may end with {game.text(position)}")
                continue
            moves = game.moves(position)
            if game.is_first_to_move(position) == is_first:
                reply = self.replies.get(position)
                need(reply is not None, f"no reply to {game.text(position)}")
                need(reply in moves, f"the reply to {game.text(position)} is not a move")
                moves = [reply]
            open_positions.extend((after, plies + counts) for after in moves)


class Kuhn:
    """Kuhn poker: strategies are judged by all replies to them."""

    CARDS = "JQK"
    ONE = 1_000_000

    def __init__(self, kind, _header):
        self.kind, self.chances = kind, {}

    def add(self, line, _number):
        value = parsed(line)
        is_row = isinstance(value, list) and len(value) == 2
        need(is_row and isinstance(value[0], str) and isinstance(value[1], dict),
             "expected what is known, and probabilities")
        known, moves = value
        words = known.split(" ")
        card = words[1] if words[0] == "?" and len(words) > 1 else words[0]
        need(len(card) == 1 and card in self.CARDS, f"unknown `{known}`")
        forms = {f"{card} ?": 0, f"{card} ? check bet": 1, f"? {card} check": 2, f"? {card} bet": 3}
        need(known in forms, f"unknown `{known}`")
        place = forms[known]
        names = ("fold", "call") if place in (1, 3) else ("check", "bet")
        is_right = set(moves) == set(names) and all(type(it) is int and it >= 0 for it in moves.values())
        need(is_right and sum(moves.values()) == self.ONE, f"expected {names}, a million in all")
        self.chances[place, self.CARDS.index(card)] = moves[names[1]]

    def payoff(self, first, second):
        """What the first player gets on average, times six and a million to the third."""
        total, one = 0, self.ONE
        for mine in range(3):
            for other in range(3):
                if mine == other:
                    continue
                sign = 1 if mine > other else -1
                calls, late = second[1][other], first[1][mine]
                after_bet = (calls * 2 * sign + (one - calls)) * one
                after_check = second[0][other] * (late * 2 * sign - (one - late))
                after_check += (one - second[0][other]) * sign * one
                total += first[0][mine] * after_bet + (one - first[0][mine]) * after_check
        return total

    def claim(self, claim):
        need(claim.text("claim") == "equilibrium", "the claim is an `equilibrium`")
        low, high = (claim.whole(name) for name in ("at_least", "at_most"))
        need(len(self.chances) == 12, "a decision is missing in a strategy")
        first, second = ([[self.chances[place, card] for card in range(3)] for place in places]
                         for places in ((0, 1), (2, 3)))
        pure = [[[(bits >> (3 * row + card) & 1) * self.ONE for card in range(3)]
                 for row in range(2)] for bits in range(64)]
        unit = 6 * self.ONE * self.ONE
        least = min(self.payoff(first, reply) for reply in pure)
        most = max(self.payoff(reply, second) for reply in pure)
        need(least >= low * unit, "the first player's strategy guarantees less")
        need(most <= high * unit, "against the second player's strategy, the first can get more")
        claim.finish()
        return (f"the strategies guarantee the first player at least {low} and at most {high} "
                "millionths of an ante")


class Sudoku:
    """Sudoku: each row, column and box has each digit once."""

    def __init__(self, kind, header):
        self.kind = kind
        text = header.text("grid")
        need(len(text.encode()) in (16, 81), "expected a grid of 16 or 81 cells")
        self.side, self.base = (4, 2) if len(text.encode()) == 16 else (9, 3)
        self.given = self.read(text)

    def add(self, _line, _number):
        raise Refused("expected the claim")

    def read(self, text):
        digits_here = "123456789"[:self.side]
        is_grid = len(text) == self.side ** 2 and all(it in "." + digits_here for it in text)
        need(is_grid, f"expected digits and `.`, found `{text}`")
        return [0 if letter == "." else int(letter) for letter in text]

    def fits(self, grid, cell, digit):
        """Whether a digit may stand in a cell, beside the other digits."""
        row, column = divmod(cell, self.side)
        for other, there in enumerate(grid):
            if there == digit and other != cell:
                that_row, that_column = divmod(other, self.side)
                is_box = that_row // self.base == row // self.base
                is_box = is_box and that_column // self.base == column // self.base
                if that_row == row or that_column == column or is_box:
                    return False
        return True

    def complete(self, grid, found):
        """Completes a grid in up to two ways, by trying the cell with the fewest digits."""
        best = None
        for cell, there in enumerate(grid):
            if there == 0:
                choices = [it for it in range(1, self.side + 1) if self.fits(grid, cell, it)]
                if best is None or len(choices) < len(best[1]):
                    best = (cell, choices)
        if best is None:
            found.append(list(grid))
            return
        cell, choices = best
        for digit in choices:
            if len(found) < 2:
                grid[cell] = digit
                self.complete(grid, found)
                grid[cell] = 0

    def claim(self, claim):
        name, found = claim.text("claim"), []
        if all(it == 0 or self.fits(self.given, cell, it) for cell, it in enumerate(self.given)):
            self.complete(list(self.given), found)
        if name == "no-solution":
            need(not found, "there is a solution")
            claim.finish()
            return "there is no solution (searched again)"
        need(name == "only-solution", f"unknown claim `{name}`")
        solution = self.read(claim.text("solution"))
        need(len(found) == 1, f"there are {len(found)} solutions, or more")
        need(found[0] == solution, "the only solution is another one")
        claim.finish()
        return "the solution is the only one (searched again)"


KINDS = {"grid": Grid, "graph": Graph, "tiles": Tiles}
GAMES = {
    "tic-tac-toe": lambda header: Stones(header, 3),
    "mnk": Stones,
    "connect-four": lambda header: Stones(header, 4, True),
    "nim": Nim,
}
OTHERS = {"kuhn-poker": Kuhn, "sudoku": Sudoku}


class Judge:
    """A file that was read up to its claim."""

    def __init__(self, kind, space):
        self.kind, self.space = kind, space
        # By state: the least cost that the file gives, and the line that gives it.
        self.closed = {}

    def add(self, line, number):
        value = parsed(line)
        if line.startswith('["table"'):
            is_table = len(value) == 3 and all(isinstance(it, str) for it in value)
            need(is_table and hasattr(self.space, "add_table"), "expected a table of this kind")
            return self.space.add_table(value[1], value[2])
        is_state = isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)
        need(is_state, "expected a state and its cost, such as [\"…\", 3]")
        state, g = self.space.read(value[0]), cost_of(value[1])
        if state not in self.closed or not at_most(self.closed[state][0], g):
            self.closed[state] = (g, number)

    def rest(self, heuristic, state):
        """A lower bound on the cost from a state to a goal."""
        if self.space.is_goal(state):
            return ZERO
        estimate = ZERO if heuristic is None else self.space.estimate(heuristic, state)
        return self.space.least_cost if at_most(estimate, self.space.least_cost) else estimate

    def check(self, heuristic, bound):
        """Checks that no plan costs less than `bound`, or that there is none if it is None."""
        space, closed = self.space, self.closed
        known = closed.get(space.start)
        is_closed = known is not None and (bound is None or at_most(known[0], ZERO))
        is_far = bound is not None and at_most(bound, self.rest(heuristic, space.start))
        need(is_closed or is_far, "the start is not closed with cost 0")
        first = None
        for state, (g, line) in closed.items():
            if bound is not None and at_most(bound, g):
                continue
            reason = self.wrong(state, g, heuristic, bound)
            if reason is not None and (first is None or line < first.line):
                first = Refused(reason, line)
        if first is not None:
            raise first

    def wrong(self, state, g, heuristic, bound):
        """What is wrong with a closed state, or None."""
        if self.space.is_goal(state):
            return "this state is a goal"
        for word, cost, after in self.space.steps(state):
            sum_of_costs = plus(g, cost)
            known = self.closed.get(after)
            if known is not None and (bound is None or at_most(known[0], sum_of_costs)):
                continue
            if bound is not None:
                if at_most(bound, plus(sum_of_costs, self.rest(heuristic, after))):
                    continue
            return f"the state after `{word}` is not closed, or only with a higher cost"
        return None

    def plan(self, moves, cost):
        state, total = self.space.start, ZERO
        for at, word in enumerate(moves, 1):
            step = self.find(state, word)
            need(step is not None, f"move {at}, `{word}`, is not possible")
            total, state = plus(total, step[1]), step[2]
        need(self.space.is_goal(state), "the plan does not lead to a goal")
        need(total == cost, f"the plan costs {cost_text(total)}, not {cost_text(cost)}")

    def find(self, state, word):
        if hasattr(self.space, "find"):
            return self.space.find(state, word)
        return next((step for step in self.space.steps(state) if step[0] == word), None)

    def claim(self, claim):
        """Judges a claim; returns it in words."""
        name = claim.text("claim")
        if name == "no-plan":
            return self.no_plan(claim)
        need(name in ("plan", "bound", "optimal"), f"unknown claim `{name}`")
        cost = cost_of(claim.take("cost"))
        words = f"no plan costs less than {cost_text(cost)}"
        if name != "bound":
            moves = claim.texts("plan")
            self.plan(moves, cost)
            plural, rest = "" if len(moves) == 1 else "s", ", and none costs less"
            words = f"a plan of {len(moves)} move{plural} costs {cost_text(cost)}"
            words += rest if name == "optimal" else ""
        if name == "plan":
            claim.finish()
            return words
        heuristic = claim.text("heuristic") if "heuristic" in claim else None
        is_known = heuristic is None or heuristic in self.space.HEURISTICS
        need(is_known, f"unknown heuristic `{heuristic}`")
        by = claim.text("by") if "by" in claim else None
        need(by in (None, "search"), "a bound is proved by `search`, or by closed states")
        claim.finish()
        if by is None:
            self.check(heuristic, cost)
            return words
        return f"{words} (searched again: {self.search_below(heuristic, cost)} states)"

    def search_below(self, heuristic, bound):
        """Searches depth-first for a plan that costs less; returns the number of states visited."""
        space, visited = self.space, 0
        need(space.least_cost != ZERO, "a search has no end where steps cost nothing")
        path, stacks = [], [[(space.start, ZERO)]]
        while stacks:
            if not stacks[-1]:
                stacks.pop()
                del path[-1:]
                continue
            state, g = stacks[-1].pop()
            if at_most(bound, plus(g, self.rest(heuristic, state))):
                continue
            need(not space.is_goal(state), f"a plan costs {cost_text(g)}")
            visited += 1
            before = path[-1] if path else None
            after = [(to, plus(g, cost)) for _, cost, to in space.steps(state) if to != before]
            path.append(state)
            stacks.append(after)
        return visited

    def no_plan(self, claim):
        """The claim that there is no plan: by an invariant, or by the closed states."""
        if "by" not in claim:
            claim.finish()
            self.check(None, None)
            return "there is no plan"
        name = claim.text("by")
        cells = claim.texts("cells") if "cells" in claim else []
        claim.finish()
        need(hasattr(self.space, "refutes"), f"this kind of problem has no proof by `{name}`")
        self.space.refutes(name, cells)
        return f"there is no plan, by {name}"


def judge_of(header):
    version = header.take("proof")
    need(type(version) is int and version == VERSION, f"version {version} is not known")
    kind = header.text("kind")
    need(kind in KINDS or kind in GAMES or kind in OTHERS, f"unknown kind `{kind}`")
    if kind in OTHERS:
        judge = OTHERS[kind](kind, header)
        header.finish()
        return judge
    rules, judge = (GAMES[kind], GameJudge) if kind in GAMES else (KINDS[kind], Judge)
    rules = rules(header)
    header.finish()
    return judge(kind, rules)


def check(lines):
    """Checks the lines of a file, as bytes or text; returns what is proved, or raises Refused."""
    judge, accepted, number = None, None, 0
    for number, line in enumerate(lines, 1):
        try:
            if isinstance(line, bytes):
                line = line.decode()
            line = line.rstrip("\r\n")
            need(accepted is None, "the claim must be the last line")
            if judge is None:
                judge = judge_of(Fields(line))
            elif line.startswith("{"):
                accepted = judge.claim(Fields(line))
            else:
                judge.add(line, number)
        except UnicodeDecodeError as error:
            raise Refused(str(error), number) from None
        except Refused as refused:
            raise Refused(refused.reason, refused.line or number) from None
    if accepted is None:
        raise Refused("the proof is cut short: it ends without a claim", number + 1)
    return f"{judge.kind}: {accepted}"


def main(names):
    status = 0
    for name in names:
        try:
            with open(name, "rb") as file:
                packed = file.read(2) == b"\x1f\x8b"
            with gzip.open(name) if packed else open(name, "rb") as file:
                print(f"{name}: accepted: {check(file)}")
        except Refused as refused:
            print(f"{name}: refused: line {refused.line}: {refused.reason}")
            status = max(status, 1)
        except (OSError, EOFError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
