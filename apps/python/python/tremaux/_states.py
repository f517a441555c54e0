"""States as Python programs have them: boards in dicts and lists, arrays, rules that take nodes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any

Key = Callable[[Any], Hashable]


class Keyed:
    """A state that is told from others by its key."""

    __slots__ = ("key", "state")

    def __init__(self, state: Any, key: Hashable) -> None:
        self.state = state
        self.key = key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and self.key == other.key

    def __repr__(self) -> str:
        return repr(self.state)


def plain(state: Any) -> Any:
    """The state itself."""
    return state.state if isinstance(state, Keyed) else state


def _is_hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def key_of(state: Any) -> Hashable:
    """A key that is equal where states are: of dicts, lists, sets, arrays, records, and what they hold."""
    if isinstance(state, tuple):
        return ("tuple", *map(key_of, state))
    if _is_hashable(state):
        key: Hashable = state
        return key
    if isinstance(state, dict):
        return "dict", frozenset((name, key_of(value)) for name, value in state.items())
    if isinstance(state, list):
        return ("list", *map(key_of, state))
    if isinstance(state, set):
        return frozenset(state)
    if isinstance(state, bytearray):
        return bytes(state)
    if hasattr(state, "tobytes") and hasattr(state, "dtype"):
        return ("array", state.shape, key_of(state.tolist()) if state.dtype.hasobject else state.tobytes())
    if hasattr(state, "__dict__"):
        return type(state), key_of(vars(state))
    raise TypeError(f"a state is {state!r}, which is not hashable: give a function `key`, for example key=str")


def keys_for(first: Any, key: Key | None) -> Key | None:
    """What tells states from each other: `key`, or what is obvious where they are not hashable."""
    return key if key is not None or _is_hashable(first) else key_of


class Adapted:
    """Rules whose states are told by a key, and whose `h` may take a node, as in `aima`."""

    def __init__(self, rules: object, key: Key | None) -> None:
        self._rules = rules
        self._key = key

    def wrapped(self, state: Any) -> Any:
        """The state with its key."""
        return state if self._key is None else Keyed(state, self._key(state))

    def unchanged(self, rule: str, states: tuple[Any, ...]) -> None:
        """Fails if a rule has changed a state in place."""
        for state in states:
            if isinstance(state, Keyed) and self._key is not None and self._key(state.state) != state.key:
                raise ValueError(f"{rule} changed a state in place, which is now {state!r}; it must make a new one")

    def __getattr__(self, name: str) -> Any:
        rule = getattr(self._rules, name)
        if name == "initial":
            return self.wrapped(rule)
        if not callable(rule):
            return rule

        def called(*given: Any) -> Any:
            states = [plain(it) for it in given]
            found = rule(SimpleNamespace(state=states[0])) if name == "h" and takes_node(rule) else rule(*states)
            self.unchanged(name, given)
            return self.wrapped(found) if name == "result" else found

        return called


def takes_node(rule: Any) -> bool:
    """Whether a rule is called with a node that has the state, by the name of its argument."""
    try:
        return [*inspect.signature(rule).parameters][:1] == ["node"]
    except (TypeError, ValueError):
        return False


def adapted(rules: object, first: Any, key: Key | None) -> Adapted | None:
    """The rules with what their states or nodes need; None if they need nothing."""
    key = keys_for(first, key)
    return Adapted(rules, key) if key is not None or takes_node(getattr(rules, "h", None)) else None


class Functions:
    """Functions whose states are told by a key."""

    def __init__(self, successors: Any, is_goal: Any, h: Any, has_costs: bool) -> None:
        self.successors = successors
        self.is_goal = is_goal
        self.h = h
        self._has_costs = has_costs

    def with_keys(self, key: Key) -> tuple[Any, Any, Any, bool]:
        """The functions for states with keys."""
        rules = Adapted(self, key)

        def successors(state: Any) -> Any:
            found = list(self.successors(plain(state)))
            rules.unchanged("successors", (state,))
            if not self._has_costs:
                return [rules.wrapped(it) for it in found]
            return [(rules.wrapped(it), cost) for it, cost in found]

        return successors, rules.is_goal, None if self.h is None else rules.h, self._has_costs
