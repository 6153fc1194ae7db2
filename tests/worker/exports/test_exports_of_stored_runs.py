"""Exports over HTTP, of runs that a worker has stored."""

import io
import json
from dataclasses import replace
from pathlib import Path
from uuid import UUID
from zipfile import ZipFile

import httpx
import jsonschema
import pytest
from sqlalchemy import select, text

from lab.context import Context
from lab.exports import repository, runs
from lab.exports.runs import ResultGoneError
from lab.models import PacketWindow
from lab_cli.kit.computed_run import compute_run
from lab_cli.main import main
from lab_model.exports.names import RunFormat
from lab_model.exports.table import FORMATS, RUN_FILES
from lab_model.scenarios import validate_scenario
from lab_worker.packets.record import record_packets
from lab_worker.process import WorkerProcess
from lab_worker.runs.execute import execute
from tests.support.runs import create_run
from tests.support.scenarios import scenario
from tests.support.server import description

MINE = {"X-Lab-Owner": "mine-" + "a" * 28}
# 300 samples: more than one chunk.
SCENARIO = scenario(3.0, sample_interval_s=0.01)
PART = {"from_s": 1.0, "to_s": 1.3}


@pytest.fixture
def run_id(client: httpx.Client, process: WorkerProcess) -> str:
    """A finished run of mine, with a name of its own."""
    body = {"scenario": SCENARIO, "seed": 7, "name": "Näme & more"}
    created = client.post("/api/runs", json=body, headers=MINE).json()["id"]
    execute(process, UUID(created))
    return str(created)


def _export(client: httpx.Client, run_id: str, wanted: RunFormat, **part: float) -> httpx.Response:
    answer = client.get(f"/api/runs/{run_id}/export/{wanted}", params=part)
    assert answer.status_code == 200, answer.text
    return answer


def test_series_are_those_that_the_core_gives(
    client: httpx.Client, run_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three subjects in two chunks: pages must end within a chunk and go on.
    monkeypatch.setattr(repository, "ROWS_PER_PAGE", 2)
    (tmp_path / "scenario.json").write_text(json.dumps(SCENARIO))
    arguments = [str(tmp_path / "scenario.json"), "csv", str(tmp_path / "s.csv"), "--seed", "7"]
    assert main(["export", *arguments]) == 0
    assert _export(client, run_id, "csv").content == (tmp_path / "s.csv").read_bytes()


@pytest.mark.parametrize(
    "wanted", [name for name in RUN_FILES if FORMATS[name].media_type == "application/json"]
)
def test_json_is_of_the_shape_that_the_description_says(
    client: httpx.Client, run_id: str, wanted: RunFormat
) -> None:
    """Also where the rows of a file are a list."""
    answer = _export(client, run_id, wanted)
    described = description()["paths"]["/api/runs/{run_id}/export/{format}"]["get"]["responses"]
    media_type = answer.headers["Content-Type"].partition(";")[0]
    jsonschema.validate(answer.json(), described["200"]["content"][media_type]["schema"])


def test_archive_replays_to_the_same_digests(
    client: httpx.Client, run_id: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.zip"
    path.write_bytes(_export(client, run_id, "zip").content)
    assert main(["replay", str(path)]) == 0


def test_archive_has_the_labels_of_the_run(client: httpx.Client, run_id: str) -> None:
    with ZipFile(io.BytesIO(_export(client, run_id, "zip").content)) as archive:
        result = json.loads(archive.read("result.json"))
        readme = archive.read("README.txt").decode()
    assert [flow["label"] for flow in result["flows"]] == ["long", "short"]
    assert readme.startswith("Näme & more\n===========\n")
    assert result == client.get(f"/api/runs/{run_id}").json()["result"]


def test_link_of_a_run_replays(client: httpx.Client, run_id: str) -> None:
    address = str(client.base_url.join(f"/runs/{run_id}"))
    assert main(["replay", address]) == 0


def test_link_of_a_share_replays_and_stays_out_of_file_names(
    client: httpx.Client, run_id: str
) -> None:
    body = {"run_ids": [run_id], "title": "Look"}
    made = client.post("/api/shares", json=body, headers=MINE).json()
    assert main(["replay", str(client.base_url.join(made["path"]))]) == 0
    shown = client.get("/api/shared", headers={"X-Lab-Share": made["token"]}).json()["runs"][0]
    answer = _export(client, shown["id"], "zip")
    assert made["token"] not in answer.headers["Content-Disposition"]
    assert answer.content == _export(client, run_id, "zip").content


@pytest.mark.parametrize("wanted", list(RUN_FILES))
def test_every_format_has_its_type_and_name(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    run_id: str,
    wanted: RunFormat,
) -> None:
    if wanted == "pcapng":
        _record(client, context, process, run_id)
    answer = _export(client, run_id, wanted, **(PART if wanted == "pcapng" else {}))
    facts = FORMATS[wanted]
    assert answer.headers["Content-Type"] == facts.media_type
    name = answer.headers["Content-Disposition"].split('filename="')[1].rstrip('"')
    assert name.startswith("n-me-more-seed7-")
    assert name.endswith(RUN_FILES[wanted].suffix or facts.suffix)
    assert answer.content


@pytest.mark.parametrize("wanted", ["pcapng", "qlog"])
def test_packets_are_those_that_the_core_gives(
    client: httpx.Client,
    context: Context,
    process: WorkerProcess,
    run_id: str,
    wanted: RunFormat,
    tmp_path: Path,
) -> None:
    _record(client, context, process, run_id)
    (tmp_path / "run.json").write_bytes(_export(client, run_id, "result").content)
    arguments = [str(tmp_path / "run.json"), wanted, str(tmp_path / "file")]
    assert main(["export", *arguments, "--packets", "1", "1.3"]) == 0
    assert _export(client, run_id, wanted, **PART).content == (tmp_path / "file").read_bytes()


def test_packets_that_are_not_computed_name_the_call_that_does(
    client: httpx.Client, run_id: str
) -> None:
    path = f"/api/runs/{run_id}/export/pcapng"
    first = client.get(path, params=PART)
    assert first.status_code == 409
    call = f"GET /api/runs/{run_id}/packets?from_s=1&to_s=1.3 has them computed"
    assert call in first.json()["detail"]
    client.get(f"/api/runs/{run_id}/packets", params=PART)
    assert "are queued" in client.get(path, params=PART).json()["detail"]


@pytest.mark.parametrize(
    ("wanted", "part"),
    [
        ("pcapng", {}),
        ("pcapng", {"from_s": 1}),
        ("qlog", {"from_s": 2, "to_s": 1}),
        ("csv", {"from_s": 1, "to_s": 2}),
    ],
)
def test_a_wrong_part_is_named(
    client: httpx.Client, run_id: str, wanted: str, part: dict[str, float]
) -> None:
    answer = client.get(f"/api/runs/{run_id}/export/{wanted}", params=part)
    assert answer.status_code == 422
    assert "from_s and to_s" in answer.json()["detail"]


def _record(client: httpx.Client, context: Context, process: WorkerProcess, run_id: str) -> None:
    """Has the packets computed as the API's order does."""
    client.get(f"/api/runs/{run_id}/packets", params=PART)
    with context.sessions() as session:
        of_packets = select(PacketWindow.id).where(PacketWindow.subject == "packets")
        (window_id,) = session.scalars(of_packets)
    record_packets(process, window_id)


def test_a_run_that_waits_can_not_be_exported(client: httpx.Client, context: Context) -> None:
    answer = client.get(f"/api/runs/{create_run(context).id}/export/csv")
    assert answer.status_code == 409
    assert "is queued; it can be exported once it is done" in answer.json()["detail"]


def test_unknown_runs_and_formats_are_refused(client: httpx.Client, run_id: str) -> None:
    unknown = "00000000-0000-7000-8000-000000000000"
    assert client.get(f"/api/runs/{unknown}/export/csv").status_code == 404
    answer = client.get(f"/api/runs/{run_id}/export/docx")
    assert answer.status_code == 422
    assert "docx" in answer.json()["detail"]


def test_a_download_of_a_result_that_goes_away_breaks(context: Context, run_id: str) -> None:
    with context.sessions.begin() as session:
        found = runs.find(session, context, UUID(run_id), None)
    with context.sessions.begin() as session:
        session.execute(text("TRUNCATE result CASCADE"))
    with pytest.raises(ResultGoneError):
        list(found.parts("csv"))


def test_stored_and_computed_runs_give_the_same_archive(client: httpx.Client, run_id: str) -> None:
    computed = compute_run(validate_scenario(SCENARIO), 7)
    stored = json.loads(_export(client, run_id, "result").content)
    assert stored["scenario"] == computed.run.scenario
    assert stored["result"] == computed.run.result


def test_a_file_names_the_address_of_the_lab_that_wrote_it(context: Context, run_id: str) -> None:
    settings = context.settings.model_copy(update={"public_url": "https://mine.test"})
    with context.sessions.begin() as session:
        found = runs.find(session, replace(context, settings=settings), UUID(run_id), None)
        without = runs.find(session, context, UUID(run_id), None)
    assert b"  url = {https://mine.test},\n" in b"".join(found.parts("bibtex"))
    assert b"url = " not in b"".join(without.parts("bibtex"))
