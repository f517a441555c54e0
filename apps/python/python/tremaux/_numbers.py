"""Numbers that callers give."""

from __future__ import annotations

import math
import numbers
import operator
import sys
from typing import Any

#: What numbers are at least and at most, by the names of arguments: whole ones, or any.
RANGES: dict[str, tuple[int, float]] = {
    "cost": (0, math.inf),
    "count": (0, 2**32 - 1),
    "cutoff": (0, math.inf),
    "depth": (0, 2**32 - 1),
    "k": (1, 2**32 - 1),
    "limit": (0, 2**63 - 1),
    "lines": (1, 1000),
    "memory": (0, 2**63 - 1),
    "nodes": (0, 2**64 - 1),
    "seed": (0, 2**64 - 1),
    "threads": (1, 1024),
    "time": (0, math.inf),
    "width": (1, 2**32 - 1),
}


# Any: what callers give, whatever they may.
def check(**given: Any) -> None:
    """Refuses numbers that are out of range, by the names of arguments; None is no number."""
    for name, number in given.items():
        least, most = RANGES[name]
        if number is None:
            continue
        is_whole = isinstance(most, int)
        try:
            number = operator.index(number) if is_whole else plain(number)
        except TypeError:
            raise TypeError(f"{name} is {number!r}; expected a {'whole ' * is_whole}number") from None
        if not number >= least:
            raise ValueError(f"{name} is {number}; expected at least {least}")
        if number > most or sys.float_info.max < number < math.inf:
            raise ValueError(f"{name} is {number}; expected at most {min(most, sys.float_info.max)}")


# Any: numbers of libraries that are not needed.
def plain(number: Any) -> float:
    """A number of NumPy and the like as Python's own: whole ones stay whole."""
    try:
        return operator.index(number)
    except TypeError:
        is_real = isinstance(number, numbers.Real) or not isinstance(number, numbers.Complex)
        if not (is_real and hasattr(number, "__float__")):
            raise
        return float(number)
