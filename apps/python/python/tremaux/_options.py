"""The options of domains and games, by name. Written from the catalogue by `tests/test_typed.py`."""

from typing import Literal, TypedDict


class DomainOptions(TypedDict, total=False):
    """Options of the problems of all domains."""

    boxes: str | float
    braid: int
    container: str | float
    costs: str | float
    distances: Literal["plane", "globe"]
    example: Literal[
        "checkerboard", "cube-in-cube", "superflip", "bachet", "twelve", "ten", "die-hard",
        "missionaries", "wolf-goat-cabbage", "couples", "bridge", "small", "4x4", "5x5", "8x8",
        "torus", "unsolvable", "central", "cross", "plus", "pyramid", "european", "triangle",
        "easy", "hard", "seventeen-clues", "square", "mini", "theme", "unfillable", "australia",
        "menu", "corridor", "corner", "row", "room", "geographical", "romania", "waves", "valley",
        "terrain", "burma14", "star", "moron", "duijvestijn", "strip",
    ]
    expression: str | float
    from_: str | float
    generate: str | float
    goal: str | float
    kind: Literal[
        "depth-first", "kruskal", "prim", "wilson", "recursive-division", "rooms", "caves",
        "random", "city",
    ]
    korf: int
    min_score: int
    movement: Literal["four", "eight-no-corners", "eight-one-side", "eight-always"]
    near: int
    objective: Literal["any", "score"]
    order: str | float | Literal["compass", "nearest-first", "nearest-last"]
    range: str | float
    region: str | float
    size: str | float
    sizes: int
    step: float
    tables: str | float
    terrain: str | float
    to: str | float
    turn: bool | Literal["no", "yes"]
    turnstile: int
    undirected: bool | Literal["yes", "no"]
    wall: str | float
    walls: int
    weight: str | float
    weights: int
    words: str


class GeneratorOptions(TypedDict, total=False):
    """Options of the generators of all domains."""

    blocks: int
    board: Literal["english", "european", "triangle"]
    borders: int
    boxes: str | float | int
    braid: int
    difficulty: Literal[
        "any", "hidden-single", "naked-single", "pointing", "box-line", "naked-pair", "hidden-pair",
        "naked-triple", "hidden-triple", "x-wing", "swordfish", "xy-wing", "colouring", "chain",
    ]
    edges: Literal["plain", "torus"]
    goal: str | float
    items: int
    jobs: int
    jumps: int
    kind: Literal[
        "depth-first", "kruskal", "prim", "wilson", "recursive-division", "rooms", "caves",
        "random", "city",
    ]
    kinds: int
    length: int
    machines: int
    most: int
    rectangles: int
    scramble: bool | Literal["yes", "no"]
    size: str | float | int
    turns: int
    turnstile: int
    values: int
    variables: int
    walk: int
    walls: int
    waves: int
    weights: int
    width: int


class GameOptions(TypedDict, total=False):
    """Options of the rules of all games."""

    cards: int
    chess960: int
    endings: int
    evaluation: Literal[
        "piece-squares", "shannon", "square-control", "material-ratio", "patterns", "mobility",
    ]
    gravity: bool | Literal["no", "yes"]
    handicap: int
    komi: str | float
    payoffs: str | float
    players: int
    prizes: Literal["shuffled", "ascending", "descending"]
    row: int
    rule: Literal["normal", "misere"]
    rules: Literal[
        "tromp-taylor", "chinese", "aga", "new-zealand", "ing", "japanese", "english", "brazilian",
        "international", "russian",
    ]
    sides: int
    size: str | float | int
    tree: str | float
    wild: bool | Literal["yes", "no"]


class GridOptions(TypedDict, total=False):
    """The rules of a grid."""

    costs: str | float
    movement: Literal["four", "eight-no-corners", "eight-one-side", "eight-always"]
    terrain: str | float
    wall: str | float
