"""Files that a page without a server writes: byte for byte those of the service."""

import json
import subprocess
import sys
from array import array
from typing import Any

import nbformat
import pytest

from lab.site.files import write_file
from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_exec.computed_run import ComputedRun
from lab_exec.fingerprints import fingerprint_scenarios
from lab_model.exports.formats.notebook import run_notebook
from lab_model.exports.table import RUN_FILES, run_file_name, run_parts
from lab_model.presets import load_definitions
from lab_model.scenarios import Scenario

WRITTEN = [name for name, file in RUN_FILES.items() if not file.needs_library]
WITHOUT_PACKETS = [name for name in WRITTEN if RUN_FILES[name].packets != "required"]
_REFUSE_COMPILED = """
import sys
class Refusing:
    def find_spec(self, name, path=None, target=None):
        absent = "numpy scipy pyarrow orjson isal sqlalchemy fastapi ccsim nbformat".split()
        if name.split(".")[0] in absent:
            raise ImportError(name)
sys.meta_path.insert(0, Refusing())
import lab.site.files
import lab.site.unit_files
print("lab.models" in sys.modules, "lab.context" in sys.modules)
"""


def as_javascript_has_it(value: Any) -> Any:
    """Numbers without a fraction lose their point."""
    if isinstance(value, dict):
        return {name: as_javascript_has_it(each) for name, each in value.items()}
    if isinstance(value, list):
        return [as_javascript_has_it(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def asked(wanted: str, computed: ComputedRun, **more: Any) -> tuple[str, bytes]:
    """The question of a page about a run, and the values of its series."""
    run = computed.run
    pieces = list(computed.pieces())
    timeline = computed.timeline()
    body = {
        "format": wanted,
        "name": run.name,
        "seed": run.seed,
        "scenario": as_javascript_has_it(run.scenario),
        "result": json.dumps({"status": 200, "body": run.result}),
        "pieces": [
            {
                "subject": piece.subject,
                "index": piece.index,
                "first_sample": piece.first_sample,
                "sample_count": max(map(len, piece.columns.values()), default=0),
                "metrics": list(piece.columns),
            }
            for piece in pieces
        ],
        "phases": as_javascript_has_it(list(timeline.phases)),
        "events": as_javascript_has_it(list(timeline.events)),
        "from_s": None,
        "to_s": None,
        "packets": None,
        **more,
    }
    columns = (column for piece in pieces for column in piece.columns.values())
    return json.dumps(body), b"".join(array("d", each.tolist()).tobytes() for each in columns)


def chosen() -> dict[str, Scenario]:
    """Every kind of known case, and some of the fingerprints' scenarios."""
    presets = {
        f"{preset.id}/{preset.variants[0].id}": preset.variants[0].scenario
        for preset in load_definitions()
    }
    return {**dict(list(presets.items())[::6]), **dict(list(fingerprint_scenarios().items())[::97])}


def test_files_are_those_of_the_service() -> None:
    for name, scenario in chosen().items():
        computed = compute_run(scenario, 5)
        for wanted in WITHOUT_PACKETS:
            answer, content = write_file(*asked(wanted, computed))
            assert json.loads(answer) == {
                "status": 200,
                "body": {
                    "name": run_file_name(computed.run, wanted),
                    "media_type": json.loads(answer)["body"]["media_type"],
                },
            }
            assert content == b"".join(run_parts(wanted, computed.run, computed)), (name, wanted)


def test_files_of_packets_are_those_of_the_service() -> None:
    window = PacketWindow(1.0, 1.25, 100_000)
    for name, scenario in list(chosen().items())[::5]:
        computed = compute_run(scenario, 5, window)
        part = computed.packets()
        assert part is not None
        packets = {
            "events": as_javascript_has_it(dict(part.columns)),
            "isTruncated": part.is_truncated,
        }
        for wanted in ("pcapng", "qlog"):
            more = {"from_s": 1, "to_s": 1.25, "packets": packets}
            _, content = write_file(*asked(wanted, computed, **more))
            assert content == b"".join(run_parts(wanted, computed.run, computed)), (name, wanted)


def test_notebooks_are_as_nbformat_writes_them() -> None:
    text = run_notebook(compute_run(next(iter(chosen().values())), 1).run)
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == text


def test_a_run_has_its_own_labels() -> None:
    scenario = next(iter(chosen().values()))
    computed = compute_run(scenario, 1)
    renamed = scenario.model_dump(mode="json")
    renamed["flows"][0]["label"] = "Zebra"
    _, content = write_file(*asked("latex", computed, scenario=renamed))
    assert b"Zebra" in content


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("parquet", "Parquet"),
        ("csv.exe", "csv.exe is not a format"),
        ("pcapng", "needs from_s and to_s"),
    ],
)
def test_what_a_page_does_not_write_is_refused(wanted: str, words: str) -> None:
    computed = compute_run(next(iter(chosen().values())), 1)
    answer, content = write_file(*asked(wanted, computed))
    problem = json.loads(answer)
    assert (problem["status"], content) == (422, b"")
    assert words in problem["body"]["detail"]


def test_needs_nothing_that_is_compiled_or_asks_a_database() -> None:
    command = [sys.executable, "-c", _REFUSE_COMPILED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "False"], "")
