"""Transfers as CSV: one row each, with size and completion time."""

from collections.abc import Iterator
from typing import Any, Final

from lab_model.exports.declaration import Format, RunFile
from lab_model.exports.run import ExportedRun, RunSource
from lab_model.spreadsheets import cell_text

COLUMNS: Final = ("flow_index", "start_s", "size_bytes", "completion_s", "acknowledged_s")
_ROWS_PER_PART: Final = 2_000


def transfers_csv(run: ExportedRun, _source: RunSource) -> Iterator[str]:
    """The head, then the transfers that the result lists; an empty field is a null."""
    yield ",".join(("label", *COLUMNS)) + "\n"
    transfers = run.result.get("transfers")
    if transfers is None:
        return
    labels = [_field(cell_text(flow["label"])) for flow in run.result["flows"]]
    rows = zip(*(transfers[name] for name in COLUMNS), strict=True)
    part: list[str] = []
    for row in rows:
        part.append(",".join((labels[row[0]], *map(_number, row))) + "\n")
        if len(part) == _ROWS_PER_PART:
            yield "".join(part)
            part.clear()
    yield "".join(part)


def _number(value: Any) -> str:
    return "" if value is None else repr(value)


def _field(text: str) -> str:
    # RFC 4180: a field with a comma, a quote or a line break stands in quotes.
    if not any(mark in text for mark in ',"\r\n'):
        return text
    quoted = text.replace('"', '""')
    return f'"{quoted}"'


FORMAT: Final = Format(
    name="transfers",
    suffix="-transfers.csv",
    media_type="text/csv; charset=utf-8",
    place=25,
    run=RunFile(
        title="Transfers (CSV)",
        content="completion times, one row per transfer; empty where no flow sends transfers",
        write=transfers_csv,
    ),
)
