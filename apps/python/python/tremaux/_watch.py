"""Searches that a loop follows."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, Generic, ParamSpec, TypeVar

from ._report import STOP, Progress

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Watched(Generic[Result]):
    """A search that a loop follows: see :func:`watch`."""

    def __init__(self, run: Callable[[Callable[[Progress], object]], Result]) -> None:
        self._run = run
        self._is_begun = False
        self._results: list[Result] = []
        self._error: BaseException | None = None

    def __iter__(self) -> Iterator[Progress]:
        if self._is_begun:
            raise RuntimeError("a search runs once; for another, call `watch` again")
        self._is_begun = True
        seen: SimpleQueue[Progress | None] = SimpleQueue()
        turns: SimpleQueue[object] = SimpleQueue()
        is_over = threading.Event()

        def listener(progress: Progress) -> object:
            if is_over.is_set():
                return STOP
            seen.put(progress)
            return turns.get()

        def work() -> None:
            try:
                self._results.append(self._run(listener))
            except BaseException as error:
                self._error = error
            seen.put(None)

        thread = threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True)
        thread.start()
        try:
            while (progress := seen.get()) is not None:
                yield progress
                turns.put(None)
        finally:
            is_over.set()
            turns.put(STOP)
            thread.join()
        if self._error is not None:
            raise self._error

    @property
    def result(self) -> Result:
        """What the function returned, once the loop is over; after a ``break``, with what was found by then."""
        if self._error is not None:
            raise self._error
        if not self._results:
            raise RuntimeError("the search is not over: its result is there after the loop")
        return self._results[0]


def watch(
    function: Callable[Arguments, Result], /, *args: Arguments.args, **options: Arguments.kwargs
) -> Watched[Result]:
    """A search that a loop follows: ``function`` is any that takes ``progress``, such as :func:`solve`,
    :func:`search`, :func:`analyze` or :func:`a_star`, and what comes after it are its arguments.

    The loop gets a :class:`Progress` some twenty times a second; ``break`` ends the search. ``result`` is what the
    function returns. What a rule raises is raised in the loop. The rules of a problem are called in another
    thread, and not while the body of the loop runs, whose time counts towards a limit.

    >>> from tremaux import search
    >>> class Count:
    ...     initial = 0
    ...     def actions(self, n): return [1]
    ...     def result(self, n, action): return n + action
    ...     def is_goal(self, n): return False
    >>> running = watch(search, Count())
    >>> for progress in running:
    ...     if progress.expanded > 1000:
    ...         break
    >>> running.result.stopped, running.result.bound > 1000
    ('cancelled', True)
    """
    # Any: ParamSpec has no words for a function with one option more.
    run: Any = function
    return Watched(lambda listener: run(*args, progress=listener, **options))
