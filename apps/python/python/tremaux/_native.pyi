from typing import Any

class InputError(ValueError):
    line: int | None
    column: int | None
    found: str | None
    expected: str | None
    excerpt: str | None

def solve(
    name: str, instance: str | None, options: list[tuple[str, str]], algorithm: str | None,
    heuristic: str | None, depth: int | None, seed: int, threads: int, time: float | None,
    nodes: int | None, memory: int | None,
) -> str: ...
def analyze(
    name: str, position: str, moves: list[str], options: list[tuple[str, str]], algorithm: str | None,
    depth: int | None, exact: bool, lines: int, all_moves: bool, threads: int, time: float | None,
    nodes: int | None, memory: int,
) -> str: ...
def generate(name: str, count: int, seed: int, options: list[tuple[str, str]]) -> list[str]: ...
def catalogue() -> str: ...
def command(arguments: list[str]) -> int: ...
def search(
    rules: object | None, start: object | None, functions: tuple[Any, Any, Any, bool] | None, claims: str,
    algorithm: str | None, depth: int | None, seed: int, time: float | None, nodes: int | None,
    memory: int | None,
) -> tuple[str, list[tuple[list[Any], list[Any]]]]: ...

def distances(
    successors: object, start: object, time: float | None, nodes: int | None, memory: int | None
) -> tuple[dict[Any, Any], bool]: ...
def play(
    rules: object, state: object | None, depth: int | None, time: float | None, nodes: int | None
) -> dict[str, Any]: ...

class Grid:
    shape: tuple[int, int]
    def __init__(
        self, weights: bytes, shape: tuple[int, int], movement: str, costs: str, method: str
    ) -> None: ...
    def path(self, start: tuple[int, int], goal: tuple[int, int]) -> Any: ...
    def paths(self, pairs: Any, threads: int) -> Any: ...
    def distances(self, start: tuple[int, int]) -> list[float]: ...

class Graph:
    def __init__(
        self, nodes: int, tails: list[int], heads: list[int], costs: list[float], is_hierarchy: bool
    ) -> None: ...
    def path(self, start: int, goal: int) -> Any: ...
    def distances(self, start: int) -> list[float]: ...
