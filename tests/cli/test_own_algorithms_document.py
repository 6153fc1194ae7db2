"""docs/own-algorithms.md is a specification: what it lists is what the header and the lab have."""

import re
from pathlib import Path

import ccsim
import pytest

from lab_exec import wasm_module
from lab_model.modules import MOST_SERVED_FLOWS, MOST_STORED_BYTES, code

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "own-algorithms.md").read_text(encoding="utf-8")
HEADER = (ROOT / "sim-core" / "modules" / "ccsim_algorithm.h").read_text(encoding="utf-8")


def members(structure: str) -> list[str]:
    """Of a structure of the header, in order."""
    body = re.search(rf"struct {structure} {{(.*?)\n}};", HEADER, re.DOTALL)
    assert body is not None
    without_comments = re.sub(r"/\*.*?\*/", "", body[1], flags=re.DOTALL)
    return re.findall(r"\w+", without_comments.replace("i64", ""))


def listed(function: str) -> list[str]:
    """Names in the numbered list or table of a function."""
    lines = TEXT.split(f"The arguments of `{function}`", 1)[1].split("\n\n", 2)[1]
    rows = re.findall(r"^(?:\d+\. `|\| \d.*? \| )([\w, ]+)", lines, re.MULTILINE)
    return [name.strip() for row in rows for name in row.split(",")]


@pytest.mark.parametrize(
    ("function", "structure"),
    [("ccsim_on_ack", "ccsim_ack"), ("ccsim_on_congestion", "ccsim_congestion")],
)
def test_arguments_are_those_of_the_header(function: str, structure: str) -> None:
    counts = {name: count for name, count, _, _ in ccsim.algorithm_module_functions()}
    assert listed(function) == members(structure)
    assert len(listed(function)) == counts[function]


def test_every_function_is_specified() -> None:
    for name, count, _, is_required in ccsim.algorithm_module_functions():
        row = re.search(rf"^\| `{name}`( \*)? \| (.*?) \|", TEXT, re.MULTILINE)
        assert row is not None, name
        assert (row[1] is None) == is_required, name
        if count and not re.search(r"\d+, below", row[2]):
            arguments = re.sub(r"\(.*?\)", "", row[2]).partition(":")[0].split(",")
            assert len(arguments) == count, name


@pytest.mark.parametrize(
    "bound",
    [
        f"{wasm_module.EVENTS} events of a connection in a row | {wasm_module.FUEL_OF_EVENTS:,} |",
        f"{wasm_module.FUEL_OF_RUN:,}, and {wasm_module.FUEL_ON_AVERAGE:,} for each event",
        f"{wasm_module.MEMORY_BYTES // 2**20} MiB, and four tables of",
        f"tables of {wasm_module.TABLE_ELEMENTS:,} elements",
        f"| stack | a call | {wasm_module.STACK_BYTES // 2**10} KiB |",
        f"| connections | a run | {wasm_module.MOST_INSTANCES} |",
        f"{wasm_module.MOST_MODULE_BYTES // 2**20} MiB, of which code",
        f"of which code {code.MOST_CODE_BYTES / 2**20:g} MiB;",
        f"| flows with modules | a run of a lab's workers | {MOST_SERVED_FLOWS} |",
        f"{MOST_STORED_BYTES // 2**20} MiB where a lab stores it",
        f"| functions | a module | {code.MOST_FUNCTIONS:,} |",
        f"{code.MOST_FUNCTION_BYTES:,}, and {code.MOST_LOCALS:,} |",
        f"({code.LEAST_VARIABLES} + local variables) is at most 2^25: some seconds",
    ],
)
def test_bounds_are_those_of_the_lab(bound: str) -> None:
    assert bound in TEXT
    assert code.MOST_WORK == 2**25
