"""What a notebook of a page shows: records, tables and figures, and how a cell is run."""

import ast
import html
import json
import linecache
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType
from typing import Any, Final

from lab_model.metrics import FLOW_SERIES, LINK_SERIES, unit_of

Json = dict[str, Any]

PLOTLY: Final = "application/vnd.plotly.v1+json"
TABULAR: Final = "application/vnd.dataresource+json"
"""Tabular Data Resource, as JupyterLab reads it."""

MOST_ROWS: Final = 200
MOST_TEXT: Final = 200_000
MOST_OUTPUTS: Final = 200
MOST_OUTPUT_BYTES: Final = 8_000_000
PAUSE_S: Final = 0.1
"""Between two parts of a text that is printed: what a loop prints must not hold up the page."""


class Record(Mapping[str, Any]):
    """Named values, by `record.name` and `record["name"]`."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        try:
            return _read(self.__dict__["_values"][name])
        except KeyError:
            raise AttributeError(f"there is no {name}; there is {', '.join(self)}") from None

    def __getitem__(self, name: str) -> Any:
        return _read(self._values[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def model_dump(self) -> Json:
        """As plain data."""
        return dict(self._values)

    def __repr__(self) -> str:
        return json.dumps(self._values, indent=1, default=str)


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    return [_read(each) for each in value] if isinstance(value, list) else value


class Table:
    """Rows with the same columns. `table["value"]` is a column as a list, `for row in table` gives
    its rows.
    """

    def __init__(self, rows: Sequence[Mapping[str, Any]]) -> None:
        self._rows = [dict(row) for row in rows]
        self.columns = list(dict.fromkeys(name for row in self._rows for name in row))

    def __getitem__(self, column: str) -> list[Any]:
        if column not in self.columns:
            raise KeyError(f"there is no column '{column}'; there are {', '.join(self.columns)}")
        return [row.get(column) for row in self._rows]

    def __iter__(self) -> Iterator[Json]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def where(self, **wanted: Any) -> "Table":
        """The rows with these values: `table.where(metric="rtt_s", label="BBRv2")`."""
        return Table(
            [
                row
                for row in self._rows
                if all(row.get(name) == value for name, value in wanted.items())
            ]
        )

    def only(self, *columns: str) -> "Table":
        """With these columns."""
        return Table([{name: row.get(name) for name in columns} for row in self._rows])

    def to_dict(self, orient: str = "records") -> list[Json]:
        """The rows, as of a data frame."""
        if orient != "records":
            raise ValueError(f"orient is '{orient}'; a table has 'records'")
        return [dict(row) for row in self._rows]

    def __repr__(self) -> str:
        shown = [self.columns, *([_cell(row.get(c)) for c in self.columns] for row in self._head())]
        widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in shown]
        return "\n".join([*lines, *self._rest()])

    def _head(self) -> list[Json]:
        return self._rows[:MOST_ROWS]

    def _rest(self) -> list[str]:
        count = len(self._rows)
        return [f"{MOST_ROWS:,} of {count:,} rows"] if count > MOST_ROWS else []

    def _repr_mimebundle_(self) -> Json:
        fields = [{"name": name, "type": self._type(name)} for name in self.columns]
        data = [{name: _plain(row.get(name)) for name in self.columns} for row in self._head()]
        resource = {"schema": {"fields": fields}, "data": data, "total": len(self._rows)}
        return {TABULAR: resource, "text/html": self._html(), "text/plain": repr(self)}

    def _type(self, name: str) -> str:
        values = [value for value in self[name] if value is not None]
        is_number = values and all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in values
        )
        return "number" if is_number else "string"

    def _html(self) -> str:
        """For Jupyter; the page makes its own."""
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        rows = (
            "".join(f"<td>{html.escape(_cell(row.get(name)))}</td>" for name in self.columns)
            for row in self._head()
        )
        body = "".join(f"<tr>{cells}</tr>" for cells in rows)
        rest = "".join(f"<p>{line}</p>" for line in self._rest())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return json.dumps(value, default=str) if isinstance(value, dict | list) else str(value)


def _plain(value: Any) -> Any:
    """JSON has no NaN."""
    if isinstance(value, float) and value - value != 0:
        return str(value)
    return value if isinstance(value, int | float | str | None) else _cell(value)


class Figure:
    """A figure of Plotly (https://plotly.com/javascript/reference/): traces and a layout, as plain
    data. The last value of a cell is shown, and `display(figure)` shows it anywhere.
    """

    def __init__(self, data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any] | None = None):
        self.data = [dict(trace) for trace in data]
        self.layout = dict(layout or {})

    def _repr_mimebundle_(self) -> Json:
        return {PLOTLY: {"data": self.data, "layout": self.layout}, "text/plain": repr(self)}

    def __repr__(self) -> str:
        names = [str(trace.get("name") or trace.get("type", "scatter")) for trace in self.data]
        return f"<figure of {', '.join(names) or 'nothing'}>"


def panels(names: Sequence[str]) -> Json:
    """Panels below one another with one axis of time."""
    share = 1 / len(names)
    layout: Json = {"height": 60 + 150 * len(names), "xaxis": {"title": {"text": "time (s)"}}}
    for at, name in enumerate(names):
        declared = FLOW_SERIES.get(name) or LINK_SERIES.get(name)
        title = declared.title if declared is not None else name
        unit = unit_of(name)
        top = 1 - at * share
        axis = {"domain": [max(0, top - share * 0.78), top], "rangemode": "tozero"}
        text = title if unit == "1" else f"{title} ({unit})"
        layout["yaxis" if at == 0 else f"yaxis{at + 1}"] = {**axis, "title": {"text": text}}
    last = len(names)
    layout["xaxis"]["anchor"] = "y" if last == 1 else f"y{last}"
    return layout


class Cells:
    """Runs cells one after another, in one set of names. `emit` takes each output as nbformat 4 has
    it, as JSON.
    """

    def __init__(self, emit: Callable[[str], None]) -> None:
        self._emit = emit
        self.names: Json = {"__name__": "__main__", "display": self.display}
        self._left_bytes = self._left_outputs = 0
        self._streams = (_Stream("stdout", self._send), _Stream("stderr", self._send))

    def run(self, source: str, number: int) -> str:
        """`ok` or `error`: how the cell with this number ended."""
        name = f"<cell {number}>"
        self._left_bytes, self._left_outputs = MOST_OUTPUT_BYTES, MOST_OUTPUTS
        for stream in self._streams:
            stream.left = MOST_TEXT
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self._streams
        try:
            value = self._value(source, name)
            if value is not None:
                self.names["_"] = value
                self._show(value, "execute_result", execution_count=number)
        # Any error of a cell is shown as its own, an exit included.
        except BaseException as error:  # noqa: BLE001
            self._fail(error, name)
            return "error"
        finally:
            for stream in self._streams:
                stream.flush()
            sys.stdout, sys.stderr = before
        return "ok"

    def display(self, *values: object) -> None:
        """Show values as outputs of the cell."""
        for value in values:
            self._show(value, "display_data")

    def _value(self, source: str, name: str) -> object:
        """Of its last line, if that is an expression and no `;` follows."""
        tree = ast.parse(source, name)
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr) or source.rstrip().endswith(";"):
            self._do(compile(tree, name, "exec"))
            return None
        self._do(compile(ast.Module(tree.body[:-1], []), name, "exec"))
        return self._do(compile(ast.Expression(last.value), name, "eval"))

    def _do(self, code: CodeType) -> object:
        return eval(code, self.names)  # noqa: S307 - the visitor's own lines

    def _show(self, value: object, kind: str, **more: Any) -> None:
        bundle = getattr(value, "_repr_mimebundle_", None)
        data = bundle() if callable(bundle) else {"text/plain": repr(value)}
        self._send({"output_type": kind, "data": data, "metadata": {}, **more})

    def _send(self, output: Json) -> None:
        for stream in self._streams:
            if output["output_type"] != "stream":
                stream.flush()
        self._left_outputs -= output["output_type"] != "stream"
        if self._left_outputs < 0:
            raise RuntimeError(f"a cell shows at most {MOST_OUTPUTS} outputs")
        text = json.dumps(output, default=_as_plain)
        self._left_bytes -= len(text)
        if self._left_bytes < 0:
            size = MOST_OUTPUT_BYTES // 1_000_000
            raise ValueError(f"the outputs of a cell have at most {size} MB; show fewer points")
        self._emit(text)

    def _fail(self, error: BaseException, name: str) -> None:
        """With the lines of cells and of code that they call, without those of this module."""
        frames = traceback.extract_tb(error.__traceback__)
        first = next((at for at, frame in enumerate(frames) if frame.filename == name), len(frames))
        described = traceback.TracebackException.from_exception(error)
        described.stack = traceback.StackSummary.from_list(frames[first:])
        for stream in self._streams:
            stream.flush()
        self._emit(
            json.dumps(
                {
                    "output_type": "error",
                    "ename": type(error).__name__,
                    "evalue": str(error)[:MOST_TEXT],
                    "traceback": "".join(described.format())[:MOST_TEXT].splitlines(),
                }
            )
        )


class _Stream:
    """Collects printed text and sends it in few parts."""

    encoding = "utf-8"

    def __init__(self, name: str, send: Callable[[Json], None]) -> None:
        self._name, self._send = name, send
        self._text: list[str] = []
        self._next_s = 0.0
        self.left = 0

    def write(self, text: str) -> int:
        """As of a file."""
        if self.left > 0:
            self._text.append(text[: self.left])
            self.left -= len(text)
            if self.left <= 0:
                self._text.append(f"\n(More than {MOST_TEXT:,} characters are not shown.)\n")
        if time.monotonic() >= self._next_s:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Send the rest."""
        if self._text:
            text, self._text = "".join(self._text), []
            self._next_s = time.monotonic() + PAUSE_S
            self._send({"output_type": "stream", "name": self._name, "text": text})

    def isatty(self) -> bool:
        """It is no terminal."""
        return False


def _as_plain(value: object) -> object:
    """Ranges, tuples of a trace and the like."""
    if isinstance(value, Mapping):
        return dict(value)
    try:
        return list(value)  # type: ignore[call-overload]
    except TypeError:
        return str(value)
