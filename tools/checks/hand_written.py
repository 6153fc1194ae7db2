"""Data written by hand has objects and lists that fit a line on one, as `./lab format` lays out."""

import json
import runpy
from collections.abc import Iterator

from tools.checks.files import files_with, text_of
from tools.paths import PROJECT_ROOT

PLACES = (
    "backend/lab_model/classroom/templates/",
    "backend/lab_model/evaluation/reports.json",
    "backend/lab_model/evaluation/situations.json",
    "backend/lab_model/papers/definitions/",
    "backend/lab_model/presets/data/",
    "docker/grafana-dashboard.json",
    "research/data/networks_explained.json",
)
LONGEST_LINE = 100
WRITER = PROJECT_ROOT / "sim-core" / "bindings" / "python" / "ccsim" / "entry_lines.py"
"""Run by path: the package around it needs the compiled core."""


def problems() -> Iterator[str]:
    """Each file that is laid out otherwise."""
    for name, text in _laid_out():
        if text != text_of(name):
            yield f"{name}: is not laid out: run ./lab format"


def lay_out() -> None:
    """Write each such file anew."""
    for name, text in _laid_out():
        (PROJECT_ROOT / name).write_text(text, encoding="utf-8")


def _laid_out() -> Iterator[tuple[str, str]]:
    entry_lines = runpy.run_path(str(WRITER))["entry_lines"]
    for place in PLACES:
        for name in files_with(".json", under=place):
            yield name, entry_lines(json.loads(text_of(name)), LONGEST_LINE)
