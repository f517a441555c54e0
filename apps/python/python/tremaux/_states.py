"""States as Python programs have them: boards in dicts and lists, arrays, rules that take nodes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from types import SimpleNamespace
from typing import Any, NamedTuple

Key = Callable[[Any], Hashable]


class Keyed:
    """A state with the key that identifies it."""

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
    """What identifies states: `key`, or what is obvious where they are not hashable; None if they do so themselves."""
    return key if key is not None or _is_hashable(first) else key_of


#: What `simpleai` calls the rules that have other names in `aima`.
OTHER_NAMES = {"initial": "initial_state", "action_cost": "cost", "h": "heuristic"}


def rule_of(rules: object, name: str) -> Any:
    """A rule by its name in `aima` or in `simpleai`; None if there is none."""
    return getattr(rules, name, getattr(rules, OTHER_NAMES[name], None) if name in OTHER_NAMES else None)


class Adapted:
    """Rules for states with keys, with an `h` that may take a node, as in `aima`, or with the names of `simpleai`."""

    def __init__(self, rules: object, key: Key | None) -> None:
        self._rules = rules
        self._key = key
        # What returns a state; all other rules take states alone.
        if any(hasattr(rules, name) for name in ("initial", OTHER_NAMES["initial"])):
            self.initial = self.wrapped(rule_of(rules, "initial"))
        if hasattr(rules, "result"):
            result = self.called(getattr(rules, "result"))
            self.result = lambda state, action: self.wrapped(result(state, action))
        h = rule_of(rules, "h")
        if h is not None and takes_node(h):
            self.h = self.called(lambda state: h(SimpleNamespace(state=state)))

    def __getattr__(self, name: str) -> Any:
        rule = rule_of(self._rules, name) or getattr(self._rules, name)
        return self.called(rule) if callable(rule) else rule

    def __repr__(self) -> str:
        return repr(self._rules)

    def wrapped(self, state: Any) -> Any:
        """The state with its key."""
        return state if self._key is None else Keyed(state, self._key(state))

    def called(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        """The rule for states with keys, which it must not change in place."""

        def checked(*given: Any) -> Any:
            found = rule(*map(plain, given))
            for state in given:
                if isinstance(state, Keyed) and self._key is not None and self._key(state.state) != state.key:
                    name = getattr(rule, "__name__", "a rule")
                    raise ValueError(f"{name} changed a state in place, which is now {state!r}; it must make a new one")
            return found

        return checked


def takes_node(rule: Any) -> bool:
    """Whether a rule is called with a node that has the state, by the name of its argument."""
    try:
        return [*inspect.signature(rule).parameters][:1] == ["node"]
    except (TypeError, ValueError):
        return False


def adapted(rules: object, first: Any, key: Key | None) -> Adapted | None:
    """The rules with what their states or nodes need; None if they need nothing."""
    key = keys_for(rule_of(rules, "initial") if first is None else first, key)
    has_other_names = not hasattr(rules, "initial") and hasattr(rules, OTHER_NAMES["initial"])
    is_adapted = key is not None or has_other_names or takes_node(getattr(rules, "h", None))
    return Adapted(rules, key) if is_adapted else None


class Functions(NamedTuple):
    """Rules as functions instead of an object."""

    successors: Any
    is_goal: Any
    h: Any
    #: Whether a successor is a pair of a state and the cost of the step to it.
    has_costs: bool


def with_keys(functions: Functions, key: Key) -> Functions:
    """Functions for states with keys."""
    successors, is_goal, h, has_costs = functions
    rules = Adapted(None, key)

    def wrapped(step: Any) -> Any:
        return (rules.wrapped(step[0]), *step[1:]) if has_costs else rules.wrapped(step)

    listed = rules.called(lambda state: list(successors(state)))
    return Functions(
        lambda state: [wrapped(step) for step in listed(state)], rules.called(is_goal), h and rules.called(h), has_costs
    )
