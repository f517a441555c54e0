"""What is raised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import InputError

if TYPE_CHECKING:
    from ._report import Analysis, Report

__all__ = ["InputError", "LimitReached", "NoProof", "NotProved"]

# Where the place is not known.
for _name in ("line", "column", "found", "expected", "excerpt"):
    setattr(InputError, _name, None)


class LimitReached(Exception):
    """A limit stopped a search before it had an answer.

    ``report`` says what is proved so far: its ``bound``, its counts, and the best plan, if one was
    found.
    """

    def __init__(self, report: Report, message: str | None = None) -> None:
        super().__init__(message or report.verdict)
        self.report = report

    # Pickling would build it again from its message.
    def __reduce__(self) -> tuple[type[LimitReached], tuple[Report, str]]:
        return LimitReached, (self.report, str(self))


class NoProof(Exception):
    """There is no proof of an answer, or it could not be written. ``report`` is the answer."""

    def __init__(self, reason: str, report: Report | Analysis) -> None:
        super().__init__(reason)
        self.report = report

    def __reduce__(self) -> tuple[type[NoProof], tuple[str, Report | Analysis]]:
        return NoProof, (str(self), self.report)


class NotProved(UserWarning):
    """A path that is to be a cheapest one is not proved to be, such as where the heuristic was seen to
    estimate too high; or that there is none rests on estimates that are infinite. :func:`tremaux.search` has
    the rest."""
