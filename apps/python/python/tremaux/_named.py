"""What the catalogue names: domains and games."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from . import _native
from ._errors import InputError, NoProof
from ._notebook import Drawing, Trace
from ._numbers import check
from ._report import Analysis, Progress, Report
from ._rules import Action, Game, Player, State
from ._states import adapted, plain

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import DomainOptions, GameOptions, GeneratorOptions


def _options(options: Mapping[str, object]) -> list[tuple[str, str]]:
    def word(value: object) -> str:
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    # `from` is a keyword of Python: `from_`.
    return [(name.rstrip("_"), word(value)) for name, value in options.items() if value is not None]


def _bytes(memory: int | str | None) -> int | None:
    if not isinstance(memory, str):
        return memory
    scale = {"K": 10, "M": 20, "G": 30}.get(memory[-1:].upper())
    try:
        return int(float(memory[:-1]) * (1 << scale)) if scale else int(memory)
    except ValueError:
        raise ValueError(f"memory is {memory!r}; expected bytes, for example 100_000_000 or '100M'") from None


def _with_objects(value: Any, objects: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {name: _with_objects(each, objects) for name, each in value.items()}
    if isinstance(value, list):
        return [_with_objects(each, objects) for each in value]
    return objects.get(value, value) if isinstance(value, str) else value


def _file(path: str | os.PathLike[str] | None) -> str | None:
    return None if path is None else os.fspath(path)


def solve(
    domain: str,
    instance: str | None = None,
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    depth: int | None = None,
    seed: int = 0,
    threads: int = 1,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    proof: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], object] | None = None,
    **options: Unpack[DomainOptions],
) -> Report[str, str]:
    """Solve an instance of a domain, as ``tremaux solve DOMAIN INSTANCE`` does.

    ``options`` are those of the domain, with underscores for hyphens, such as ``korf=1`` for tiles, and ``from_`` for
    ``from``.
    ``time`` is in seconds. A search that a limit stops is reported with what is proved so far. ``progress`` is called
    some twenty times a second with a :class:`Progress`; what it raises ends the search.

    ``proof`` is a file for the proof of the answer, which ``tremaux check`` and ``docs/check.py`` judge without
    any code of the search; compressed if it ends in ``.gz``. :class:`NoProof` is raised, with the answer, where
    the answer has none.

    >>> solve("pancake", "4 1 3 2").cost
    3
    """
    memory = _bytes(memory)
    check(depth=depth, seed=seed, threads=threads, time=time, nodes=nodes, memory=memory)
    told, unproved, picture = _native.solve(
        name=domain, instance=None if instance is None else str(instance), options=_options(options),
        algorithm=algorithm, heuristic=heuristic, depth=depth, seed=seed, threads=threads, time=time, nodes=nodes,
        memory=memory, proof=_file(proof), progress=Progress._listener(progress),
    )
    report: Report[str, str] = Report(json.loads(told))
    report.picture = None if picture is None else Drawing(picture)
    if unproved is not None:
        raise NoProof(unproved, report)
    return report


@overload
def analyze(
    game: str, position: str = "", *, moves: Sequence[str] = (), algorithm: str | None = None, depth: int | None = None,
    exact: bool = False, lines: int = 1, all_moves: bool = False, threads: int = 1, time: float | None = None,
    nodes: int | None = None, memory: int | str = "64M", proof: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], object] | None = None, **options: Unpack[GameOptions],
) -> Analysis[str, str, str]: ...
@overload
def analyze(
    game: Game[State, Action, Player], position: State | str = "", *, algorithm: str | None = None,
    depth: int | None = None, exact: bool = False, lines: int = 1, all_moves: bool = False, time: float | None = None,
    nodes: int | None = None, memory: int | str = "64M", progress: Callable[[Progress], object] | None = None,
) -> Analysis[State, Action, Player]: ...
# Any: rules with other names, such as `terminal_test`, say nothing of their types.
@overload
def analyze(
    game: object, position: object = "", *, algorithm: str | None = None, depth: int | None = None,
    exact: bool = False, lines: int = 1, all_moves: bool = False, time: float | None = None,
    nodes: int | None = None, memory: int | str = "64M", progress: Callable[[Progress], object] | None = None,
) -> Analysis[Any, Any, Any]: ...
def analyze(
    game: object,
    position: object = "",
    *,
    moves: Sequence[str] = (),
    algorithm: str | None = None,
    depth: int | None = None,
    exact: bool = False,
    lines: int = 1,
    all_moves: bool = False,
    threads: int = 1,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = "64M",
    proof: str | os.PathLike[str] | None = None,
    progress: Callable[[Progress], object] | None = None,
    **options: Unpack[GameOptions],
) -> Analysis[Any, Any, Any]:  # Any: see above.
    """Analyze a position of a game, as ``tremaux analyze GAME POSITION`` does.

    Without a limit the search goes on for a second. ``moves`` are played first. ``lines`` is the number of best
    lines, refused where the algorithm finds only one. ``proof`` is a file for the proof of the value, and
    ``progress`` a function, as for :func:`solve`.

    ``game`` may also be an object of your own, with Russell and Norvig's ``initial``, ``to_move(state)``,
    ``actions(state)``, ``result(state, action)``, ``is_terminal(state)`` (or ``terminal_test``) and
    ``utility(state, player)``; perhaps ``evaluate(state, player)`` for states that are not ends, ``players``
    if there are more than two, and ``probability(state, action)`` where ``to_move`` returns None: there
    chance moves. ``position`` is a state, by default the initial one.

    ``algorithm`` is any of the catalogue, such as ``"mcts(seed=1)"``, ``"alpha-beta"`` or ``"df-pn"``; it is
    refused, with the reason, where it does not suit the game. By default two players whose payoffs cancel out are
    searched by alpha-beta, or with chance by expectiminimax, and all others by max-n: each for itself. Some two
    thousand states are looked at beforehand, and all ends, up to a hundred thousand states, before anything is
    called exact where some were pruned. ``zero_sum = True`` promises that payoffs cancel out, so that nothing is
    looked at. Where all wins are worth the same, ``plies`` says how soon the game ends.

    ``value``, also of each of ``moves`` (there to a thousandth where payoffs are no scores), is what the player to
    move gets; where chance moves, the player who is met first: the first of ``payoffs``.

    With ``information(state, player)``, which returns what a player knows (hashable, with all that it saw and
    did), players do not see everything: the answer is an equilibrium, with its ``strategy``,
    ``exploitability`` and ``bounds`` of the value.

    >>> analyze("tic-tac-toe", depth=9).outcome
    'draw'
    >>> class TwentyOne:
    ...     initial = (0, "A")
    ...     def to_move(self, state): return state[1]
    ...     def actions(self, state): return [1, 2, 3]
    ...     def result(self, state, n): return (state[0] + n, "B" if state[1] == "A" else "A")
    ...     def is_terminal(self, state): return state[0] >= 21
    ...     def utility(self, state, player): return -1 if state[1] == player else 1
    >>> found = analyze(TwentyOne(), (17, "A"))
    >>> found.best, found.value, found.exact
    (1, -1.0, True)
    """
    size = _bytes(memory) or 0
    check(depth=depth, lines=lines, threads=threads, time=time, nodes=nodes, memory=size)
    if depth == 0:
        raise ValueError("depth is 0; expected at least 1")
    if not isinstance(game, str):
        others = {"threads": threads != 1, "moves": moves, "proof": proof, **dict.fromkeys(options, True)}
        if any(others.values()):
            raise TypeError(f"a game of your own takes no {', '.join(name for name, it in others.items() if it)}")
        start = None if isinstance(position, str) and position == "" else position
        rules = adapted(game, start, None)
        if rules is not None:
            game, start = rules, None if start is None else rules.wrapped(start)
        told, objects = _native.analyze_own(
            rules=game, state=start, algorithm=algorithm, depth=depth, exact=exact, lines=lines, all_moves=all_moves,
            time=time, nodes=nodes, memory=size, progress=Progress._listener(progress),
        )
        objects = {word: plain(each) for word, each in objects.items()}
        return Analysis(_with_objects(json.loads(told), objects))
    told, unproved, picture = _native.analyze(
        name=game, position=str(position), moves=list(moves), options=_options(options), algorithm=algorithm, depth=depth,
        exact=exact, lines=lines, all_moves=all_moves, threads=threads, time=time, nodes=nodes, memory=size,
        proof=_file(proof), progress=Progress._listener(progress),
    )
    report: Analysis[str, str, str] = Analysis(json.loads(told))
    report.picture = None if picture is None else Drawing(picture)
    if unproved is not None:
        raise NoProof(unproved, report)
    return report


def trace(
    name: str,
    text: str | None = None,
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    depth: int | None = None,
    seed: int | None = None,
    nodes: int | None = None,
    events: int | None = None,
    form: str = "html",
    **options: str | float | None,
) -> Trace:
    """Record the search for a solution of an instance of a domain, or the analysis of a position of a game, as
    ``tremaux trace`` does.

    With ``form="html"`` it is a page that plays the search step by step, also in the cell of a notebook; with
    ``"svg"`` a picture of the search; otherwise in one of the forms of ``tremaux trace``, such as ``posthoc``, ``dot``
    or ``jsonl``. It is a text, which ``save(path)`` writes to a file. At most ``events`` steps are recorded.

    >>> trace("tiles", "1 2 3 / 4 5 6 / 7 0 8", form="dot").splitlines()[0]
    'digraph search {'
    """
    is_game = any(name in (each["name"], *each["aliases"]) for each in catalogue()["games"])
    words = ["trace", "analyze" if is_game else "solve", name, "--form", form, "--output", "-"]
    options |= {"algorithm": algorithm, "heuristic": heuristic, "depth": depth, "seed": seed, "nodes": nodes, "events": events}
    words += [f"--{option.replace('_', '-')}={value}" for option, value in _options(options)]
    return Trace._of(command(*words, *([] if text is None else ["--", text])), form)


def generate(domain: str, count: int = 1, *, seed: int = 0, **options: Unpack[GeneratorOptions]) -> list[str]:
    """Random instances of a domain; those of a seed never change.

    >>> len(generate("tiles", 2, size="3x3"))
    2
    """
    check(count=count, seed=seed)
    return [text.strip() for text in _native.generate(domain, count, seed, _options(options))]


def command(*words: object, input: str | None = None) -> str:
    """What the program prints for a command line: whatever it does that has no function here, such as
    ``trace`` or, with ``lab`` before it, ``compare``, ``match`` or ``reproduce``.

    Raises :class:`InputError` with the program's message where the status is 2.

    >>> command("generate", "tiles", "--size", "3x3", "--seed", 7).count(" ") >= 8
    True
    """
    line = [sys.executable, "-m", "tremaux", *map(str, words)]
    done = subprocess.run(line, input=input, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode == 2:
        raise InputError(done.stderr.strip())
    return done.stdout


@functools.cache
def _catalogue() -> str:
    return _native.catalogue()


# Any: JSON.
def catalogue() -> dict[str, Any]:
    """All domains, games and algorithms, with their descriptions."""
    return dict(json.loads(_catalogue()))


# Any: JSON.
def explain(name: str) -> dict[str, Any]:
    """What the catalogue says about a domain, a game, an algorithm or a heuristic.

    >>> explain("tiles")["name"]
    'tiles'
    """
    everything = catalogue()
    found: list[dict[str, Any]] = [each["info"] for each in everything["domains"]] + everything["games"]
    for each in everything["domains"]:
        found += each["algorithms"] + each["heuristics"]
    found += everything["game_algorithms"]
    for each in found:
        if each["name"] == name:
            return each
    raise KeyError(f"nothing is called {name!r}")
