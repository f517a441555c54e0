"""What is raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import InputError

if TYPE_CHECKING:
    from ._report import Report

__all__ = ["InputError", "LimitReached"]

# Where the place is not known.
for _name in ("line", "column", "found", "expected", "excerpt"):
    setattr(InputError, _name, None)


class LimitReached(Exception):
    """A limit stopped a search before it had an answer.

    ``report`` says what is proved so far: its ``bound``, its counts, and the best plan, if one was
    found.
    """

    def __init__(self, report: Report) -> None:
        super().__init__(f"stopped by {report.stopped or 'a limit'}: no plan costs less than {report.bound}")
        self.report = report
