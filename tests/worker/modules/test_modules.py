"""Runs of modules by a worker: the numbers of the native algorithm, and failures that stay their
own.
"""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import wasmtime
from sqlalchemy import select

from lab.context import Context
from lab.models import PacketWindow
from lab.modules import repository
from lab.runs.schemas import RunRead
from lab.what_if import service as what_if
from lab_model.exports.table import RUN_FILES
from lab_model.modules import NAME_PREFIX, module_name, read_module
from lab_worker.experiments.execute import execute_batch
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess, installed_core
from lab_worker.runs.execute import execute
from tests.cli.wat import wat
from tests.support.experiments import batches_of, create_experiment, experiment_data, read_row
from tests.support.scenarios import scenario
from tests.worker.runs.support import create, read_run, series_of

NEWRENO = (Path(__file__).parents[3] / "sim-core" / "modules" / "newreno.wasm").read_bytes()
OWNER = b"o" * 32


def keep(context: Context, content: bytes) -> str:
    """The name under which it is stored."""
    name = module_name(content)
    values = {
        "sha256": name.removeprefix(NAME_PREFIX),
        "content": content,
        "byte_count": len(content),
        "description": read_module(content).model_dump(mode="json"),
        "source_text": "",
        "build_line": "",
        "licence": "",
    }
    with context.sessions.begin() as session:
        repository.add(session, values, OWNER)
    return name


def of_algorithm(name: str, duration_s: float = 5.0) -> dict[str, Any]:
    data = scenario(duration_s)
    for flow in data["flows"]:
        flow["algorithm"] = {"name": name}
    return data


def computed(process: WorkerProcess, data: dict[str, Any]) -> RunRead:
    run_id = create(process.context, scenario=data)
    execute(process, run_id)
    return read_run(process.context, run_id)


def test_is_called_by_its_title(process: WorkerProcess) -> None:
    """Where nothing was named: the run, and what can be asked of it."""
    data = of_algorithm(keep(process.context, NEWRENO), 1.0) | {"name": ""}
    for flow in data["flows"]:
        flow["label"] = ""
    run = computed(process, data)
    assert "NewReno (module)" in run.name
    names = [f"NewReno (module) {place}" for place in range(1, len(data["flows"]) + 1)]
    assert [group["label"] for group in run.scenario["flows"]] == names
    assert run.result is not None
    assert {flow["label"] for flow in run.result["flows"]} == set(names)
    with process.context.sessions() as session:
        asked = [offer.title for offer in what_if.offers(session, run.id).offers]
    assert any("NewReno (module)" in title for title in asked)
    assert "wasm:" not in run.name + "".join(asked)


def test_gives_the_numbers_of_the_native_algorithm(process: WorkerProcess) -> None:
    name = keep(process.context, NEWRENO)
    module = computed(process, of_algorithm(name))
    native = computed(process, of_algorithm("newreno"))
    assert (module.status, native.status) == ("done", "done"), module.error
    assert module.result is not None
    assert native.result is not None
    assert module.result["series_digest"] == native.result["series_digest"]
    assert module.scenario_digest != native.scenario_digest
    flow = module.result["flows"][0]
    assert (flow["algorithm"], flow["parameters"]["beta_256ths"]) == (name, 128)
    subjects = series_of(process.context, module.id).subjects
    own = next(each for each in subjects if each.subject == "flow")
    assert "min_rtt_s" in own.columns, "a series that it declares"


def test_is_computed_again_for_packets(process: WorkerProcess, client: httpx.Client) -> None:
    run = computed(process, of_algorithm(keep(process.context, NEWRENO)))
    address = f"/api/runs/{run.id}/packets"
    query = {"from_s": 1.0, "to_s": 1.2}
    assert client.get(address, params=query).json()["status"] == "queued"
    with process.context.sessions() as session:
        window_id = session.scalars(
            select(PacketWindow.id).where(PacketWindow.subject == "packets")
        ).one()
    record_packets(process, window_id)
    assert client.get(address, params=query).json()["status"] == "done"


def test_words_and_files_of_its_run(process: WorkerProcess, client: httpx.Client) -> None:
    """What the lab says of a run, and every file of it, needs no entry in the registry."""
    run = computed(process, of_algorithm(keep(process.context, NEWRENO)))
    address = f"/api/runs/{run.id}"
    files = [f"export/{name}" for name, file in RUN_FILES.items() if file.packets == "none"]
    for part in ("phenomena", "causes?flow=0", *files):
        answer = client.get(f"{address}/{part}")
        assert answer.status_code == 200, (part, answer.text)
    methods, table = (client.get(f"{address}/export/{name}").text for name in ("methods", "latex"))
    digest = run.scenario["flows"][0]["algorithm"]["name"].removeprefix(NAME_PREFIX)
    assert f"NewReno (module) (a WebAssembly module, SHA-256 {digest})" in methods
    assert "NewReno (module)" in table
    assert digest not in table


def test_a_chain_quotes_the_author_and_gives_means_of_declared_series(
    process: WorkerProcess, client: httpx.Client
) -> None:
    description = {
        "name": "still",
        "title": "Still",
        "summary": "Ten packets, whatever comes",
        "series": [
            {"name": "window_packets", "description": "Window, always the same"},
            {"name": "share_ratio", "divisor": 4},
        ],
    }
    answers = {"ccsim_series": "i64.const 10"}
    content = wasmtime.wat2wasm(wat(answers, description=json.dumps(description)))
    run = computed(process, of_algorithm(keep(process.context, bytes(content))))
    chains = client.get(f"/api/runs/{run.id}/causes?flow=0").json()["chains"]
    origin = next(link for link in chains[0]["links"] if link["kind"] == "origin")
    assert origin["sentence"] == (
        "No decision that set it is recorded; it follows from the rule. The rule of Still, in the "
        'words of its author: Ten packets, whatever comes. On average "Window" is 10 packets '
        'and "share_ratio" is 2.5.'
    )
    assert origin["source"].startswith("description of the module")


def test_units_of_an_experiment_are_those_of_single_runs(process: WorkerProcess) -> None:
    data = experiment_data(base=of_algorithm(keep(process.context, NEWRENO)))
    experiment_id = create_experiment(process.context, data, installed_core())
    for batch in batches_of(process.context, experiment_id):
        execute_batch(process, batch.id)
    row = read_row(process.context, experiment_id)
    assert (row.status, row.failed_count) == ("done", 0)
    assert row.done_count > 0


def test_one_that_was_forgotten_is_a_failed_run(process: WorkerProcess) -> None:
    name = keep(process.context, NEWRENO)
    run_id = create(process.context, scenario=of_algorithm(name))
    with process.context.sessions.begin() as session:
        assert repository.forget(session, name.removeprefix(NAME_PREFIX), OWNER)
    execute(process, run_id)
    failed = read_run(process.context, run_id)
    assert failed.status == "failed"
    assert failed.error is not None
    assert failed.error.message == f"The simulation stopped: {name} is not stored here any more."


HOSTILE = {
    "loops": ({"ccsim_on_ack": "(loop (br 0)) i64.const 1"}, "took more than"),
    "traps": ({"ccsim_on_ack": "unreachable"}, "it gave up (unreachable)"),
    "lies": ({"ccsim_on_ack": "i64.const -5"}, "-5"),
    "divides by zero": ({"ccsim_on_ack": "i64.const 1 i64.const 0 i64.div_s"}, "divided by zero"),
    "reaches out of its memory": (
        {"ccsim_on_ack": "i32.const -8 i64.load"},
        "it reached outside of its memory",
    ),
}


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_hostile_module_is_a_failed_run_and_nothing_else(
    process: WorkerProcess, kind: str
) -> None:
    bodies, reason = HOSTILE[kind]
    name = keep(process.context, wasmtime.wat2wasm(wat(bodies)))
    failed = computed(process, of_algorithm(name))
    assert failed.status == "failed"
    assert failed.error is not None
    assert failed.error.code == "simulation_failed"
    assert failed.error.message.startswith("The simulation stopped: 'Hostile' failed at ")
    assert reason in failed.error.message
    assert failed.attempt == 1, "the same would fail again"
    assert computed(process, of_algorithm("newreno")).status == "done", "by the same process"
