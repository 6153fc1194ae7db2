"""Data frames of pandas or polars, from the same columns."""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fairtt_lab.errors import invalid
from fairtt_lab.packages import POLARS, load

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    DataFrame: TypeAlias = pd.DataFrame | pl.DataFrame

FrameKind = Literal["pandas", "polars"]


def frame_of(columns: Mapping[str, Sequence[Any]], kind: FrameKind) -> "DataFrame":
    """A data frame with these columns."""
    return _choose(kind, lambda: _pandas().DataFrame(columns), lambda: _polars().DataFrame(columns))


def frame_of_csv(text: str, kind: FrameKind) -> "DataFrame":
    """A data frame of a CSV file with a header; an empty field is no value."""
    return _choose(
        kind,
        lambda: _pandas().read_csv(io.StringIO(text)),
        lambda: _polars().read_csv(io.StringIO(text), infer_schema_length=None),
    )


def _choose(
    kind: FrameKind, pandas: Callable[[], "DataFrame"], polars: Callable[[], "DataFrame"]
) -> "DataFrame":
    if kind not in ("pandas", "polars"):
        known = ["pandas", "polars"]
        raise invalid("frame", f"frame is '{kind}'; it must be pandas or polars", kind, known)
    return pandas() if kind == "pandas" else polars()


def _pandas() -> Any:
    import pandas as pd

    return pd


def _polars() -> Any:
    return load("polars", "A data frame of polars", POLARS)
