"""What problems and games of your own have, for type checkers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # Any: what is not said may be anything.
    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    Player = TypeVar("Player", default=Any)
    Node = TypeVar("Node", default=Any)
else:
    from typing import TypeVar

    State, Action, Player, Node = map(TypeVar, ("State", "Action", "Player", "Node"))


class Problem(Protocol[State, Action]):
    """The rules of a problem: see :func:`tremaux.search`."""

    @property
    def initial(self) -> State: ...
    def actions(self, state: State, /) -> Iterable[Action]: ...
    def result(self, state: State, action: Action, /) -> State: ...
    def is_goal(self, state: State, /) -> bool: ...


class Game(Protocol[State, Action, Player]):
    """The rules of a game: see :func:`tremaux.analyze`."""

    @property
    def initial(self) -> State: ...
    def to_move(self, state: State, /) -> Player | None: ...
    def actions(self, state: State, /) -> Iterable[Action]: ...
    def result(self, state: State, action: Action, /) -> State: ...
    def is_terminal(self, state: State, /) -> bool: ...
    def utility(self, state: State, player: Player, /) -> float: ...
