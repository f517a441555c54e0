"""What notebooks show: reports as tables, traces that play in a cell."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

#: The most entries of a list that are shown.
SHOWN = 60


def shown(value: object) -> str:
    """A value as HTML: a list of records as a table, other lists in a line."""
    if isinstance(value, dict):
        return rows(value)
    if isinstance(value, (list, tuple)):
        some, rest = value[:SHOWN], " …" if len(value) > SHOWN else ""
        if some and all(isinstance(each, dict) and each.keys() == {"move", "probability"} for each in some):
            # A mixed strategy.
            return ", ".join(f"{shown(each['move'])} {each['probability']:.1%}" for each in some) + rest
        if some and all(isinstance(each, dict) for each in some):
            names = list(dict.fromkeys(name for each in some for name in each))
            head = "".join(f"<th>{escape(name)}</th>" for name in names)
            lines = ("".join(f"<td>{shown(each.get(name))}</td>" for name in names) for each in some)
            return f"<table><tr>{head}</tr>" + "".join(f"<tr>{line}</tr>" for line in lines) + f"</table>{rest}"
        # What has blanks or commas of its own has a line of its own.
        between = "<br/>" if any(isinstance(each, str) and {" ", ","} & {*each} for each in some) else " "
        return between.join(map(shown, some)) + rest
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return f"{value:,}" if type(value) is int else escape(str(value))


def rows(fields: dict[str, object]) -> str:
    """Fields as a table, each on a row."""
    lines = (
        f'<tr><th style="text-align:left">{escape(str(name))}</th><td style="text-align:left">{shown(value)}</td></tr>'
        for name, value in fields.items()
    )
    return "<table>" + "".join(lines) + "</table>"


class Drawing(str):
    """An SVG picture; notebooks show it."""

    def _repr_svg_(self) -> str:
        return str(self)


class Trace(str):
    """The steps of a search in some form. Notebooks play a page in a cell, and show a picture."""

    form: str

    @classmethod
    def _of(cls, text: str, form: str) -> Trace:
        trace = cls(text)
        trace.form = form
        return trace

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        frame = f'<iframe srcdoc="{escape(self)}" style="width:100%;height:640px;border:0"></iframe>'
        shown = {"html": ("text/html", frame), "svg": ("image/svg+xml", str(self))}
        return dict([shown.get(self.form, ("text/plain", str(self)))])

    def __repr__(self) -> str:
        return f"Trace of {len(self):,} characters, {self.form}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, which needs nothing else."""
        Path(path).write_text(self, encoding="utf-8")
