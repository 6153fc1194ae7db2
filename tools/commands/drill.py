"""`./lab drill`: kill parts of a running lab and see that no result is lost or changed."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from tools.bootstrap.client_packages import ensure_client_packages
from tools.bootstrap.core import ensure_core
from tools.bootstrap.frontend import ensure_frontend
from tools.bootstrap.python_packages import ensure_python_packages
from tools.paths import PROJECT_ROOT, venv_bin

Row = dict[str, str | float | list[str]]


def drill(
    json_file: Path | None = None,
    *,
    kinds: Sequence[str] = ("drill",),
    memory_file: Path | None = None,
) -> int:
    """Run the fault tests of these kinds (drill, large, crowd, storm, viewers, starts), one by one,
    each file against a lab of its own in a temporary folder.

    Prints a table, one row for each killed part; `json_file` gets the rows. `memory_file` gets the
    memory over the time of `viewers` as CSV, and is drawn beside it as SVG. Exit code 1 if one
    failed.
    """
    if memory_file is not None:
        ensure_client_packages()
        os.environ["LAB_VIEWERS_MEMORY"] = str(memory_file.absolute())
    ensure_python_packages()
    ensure_core()
    ensure_frontend()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "drill.xml"
        # Properties of a case (attempts, digests) exist in the older family of JUnit files only.
        options = ["-v", "-m", " or ".join(kinds)]
        if "drill" not in kinds:
            # The long ones print their progress.
            options.append("-s")
        options += ["-o", "junit_family=xunit1", f"--junitxml={report}"]
        command = [str(venv_bin("pytest")), *options, "tests/faults"]
        code = subprocess.run(command, cwd=PROJECT_ROOT, check=False).returncode
        rows = read_rows(report) if report.exists() else []
    print_table(rows)
    if memory_file is not None and memory_file.exists():
        data = memory_file.absolute()
        drawing: list[str | Path] = [venv_bin("python"), "-m", "tests.faults.draw_memory"]
        subprocess.run([*drawing, data, data.with_suffix(".svg")], cwd=PROJECT_ROOT, check=True)
    if json_file is not None:
        json_file.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return code


def read_rows(report: Path) -> list[Row]:
    """The cases of a JUnit report: what was tried, verdict, attempts, digests, seconds."""
    rows: list[Row] = []
    # The report is pytest's own, written a moment ago: nothing in it is foreign.
    for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314
        properties = [(item.get("name"), item.get("value", "")) for item in case.iter("property")]
        broken = case.find("failure") is not None or case.find("error") is not None
        rows.append(
            {
                "tried": case.get("name", "").removeprefix("test_").replace("_", " "),
                "verdict": "FAILED" if broken else "pass",
                "attempts": [value for name, value in properties if name == "attempt"],
                "series_digests": [value for name, value in properties if name == "series_digest"],
                "duration_s": float(case.get("time", "0")),
            }
        )
    return rows


def print_table(rows: list[Row]) -> None:
    """One line for each row; a digest is shown by its first eight digits."""
    width = max((len(str(row["tried"])) for row in rows), default=5)
    print(f"\n{'tried':<{width}}  {'verdict':<7}  {'attempts':<8}  {'series':<17}  {'time':>7}")
    for row in rows:
        attempts = ", ".join(row["attempts"]) if isinstance(row["attempts"], list) else ""
        digests = row["series_digests"] if isinstance(row["series_digests"], list) else []
        shown = " ".join(digest[:8] for digest in digests)
        print(
            f"{row['tried']:<{width}}  {row['verdict']:<7}  {attempts:<8}  {shown:<17}  "
            f"{row['duration_s']:>6.1f}s"
        )
