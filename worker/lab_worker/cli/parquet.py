"""Parquet, which needs a package that CSV and JSON do not."""

from typing import Any

from lab_worker.cli.errors import InputError


def import_parquet() -> tuple[Any, Any]:
    """`pyarrow` and `pyarrow.parquet`. Raises `InputError` where they are not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        message = "Parquet needs the package pyarrow: pip install pyarrow, or use CSV or JSON"
        raise InputError(message) from None
    return pa, parquet
