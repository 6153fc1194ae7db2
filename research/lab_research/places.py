"""Where the commands of this folder read and write."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DATA: Final = ROOT / "research" / "data"
"""Expectations, measured cases and results, all committed."""
RESULTS_PAGE: Final = ROOT / "research" / "results.md"
"""Several commands write their part of this page, between marks."""
