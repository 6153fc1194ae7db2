"""Numbers in tables for people."""

import math
import sys

from rich.console import Console
from rich.table import Table

from lab_model.experiments.statistics import Estimate

ABSENT = "-"


def shown_number(value: float, digits: int = 3) -> str:
    """Fixed digits after the point; a dash where there is no value."""
    return ABSENT if math.isnan(value) else f"{value:.{digits}f}"


def shown_estimate(value: Estimate, digits: int = 3) -> str:
    """Mean and half of the 95 % interval."""
    if math.isnan(value.half_width):
        return shown_number(value.mean, digits)
    return f"{value.mean:.{digits}f} ± {value.half_width:.{digits}f}"


def print_table(title: str, header: list[str], rows: list[list[str]], caption: str = "") -> None:
    """Prints to stdout; as wide as it needs to be where stdout is no terminal."""
    table = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    for position, name in enumerate(header):
        table.add_column(name, justify="left" if position == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else 200
    Console(width=width).print(table)
