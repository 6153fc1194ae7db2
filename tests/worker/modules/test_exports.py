"""The ZIP of a run or experiment with a module contains the module: it is computed again without a
lab."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZipFile

import httpx
import pytest

from lab_cli.main import main
from lab_model.exports.modules import MODULES_FILE, module_file
from lab_model.modules import module_name
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from lab_worker.runs.execute import execute
from tests.backend.modules.test_endpoints import ALICE, MODULES, NAME, NEWRENO, SHA256, store
from tests.support.experiments import batches_of, create_experiment, experiment_data
from tests.support.scenarios import scenario
from tests.support.server import serving

Captured = pytest.CaptureFixture[str]


def of_module() -> dict[str, Any]:
    data = scenario(3.0)
    data["flows"][0]["algorithm"] = {"name": NAME, "parameters": {"beta_256ths": 179}}
    return data


@pytest.fixture
def run_id(client: httpx.Client, process: WorkerProcess) -> str:
    stored = store(client, source_text="// é\n", build_line="cc -O2", licence="MIT")
    assert stored.status_code == 201, stored.text
    body = {"scenario": of_module(), "seed": 7}
    created = client.post("/api/runs", json=body, headers=ALICE).json()["id"]
    execute(process, UUID(created))
    return str(created)


@pytest.fixture
def archive(client: httpx.Client, run_id: str, tmp_path: Path) -> Path:
    answer = client.get(f"/api/runs/{run_id}/export/zip")
    assert answer.status_code == 200, answer.text
    path = tmp_path / "run.zip"
    path.write_bytes(answer.content)
    return path


@pytest.fixture
def experiment_archive(client: httpx.Client, process: WorkerProcess, tmp_path: Path) -> Path:
    store(client)
    data = experiment_data(base=of_module())
    experiment_id = create_experiment(process.context, data, installed_core())
    for batch in batches_of(process.context, experiment_id):
        execute_batch(process, batch.id)
    answer = client.get(f"/api/experiments/{experiment_id}/export/zip")
    assert answer.status_code == 200, answer.text
    path = tmp_path / "experiment.zip"
    path.write_bytes(answer.content)
    return path


def replayed(source: Path | str, capsys: Captured) -> tuple[int, str]:
    capsys.readouterr()
    jobs = ["--jobs", "1"] if "experiment" in str(source) else []
    code = main(["replay", str(source), *jobs])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def changed(archive: Path, name: str, change: Callable[[bytes], bytes | None]) -> Path:
    """A copy in which one file is another one, or left out."""
    path = archive.with_name(f"changed-{archive.name}")
    with ZipFile(archive) as old, ZipFile(path, "w") as new:
        for entry in old.namelist():
            content = old.read(entry)
            given = change(content) if entry == name else content
            if given is not None:
                new.writestr(entry, given)
    return path


def test_has_bytes_title_source_and_build_line(archive: Path) -> None:
    with ZipFile(archive) as files:
        assert files.read(module_file(NAME)) == NEWRENO
        assert files.namelist()[-1] == "series.csv"
        (listed,) = json.loads(files.read(MODULES_FILE))
        assert listed == {
            "name": NAME,
            "title": "NewReno (module)",
            "file": f"modules/{SHA256}.wasm",
            "byte_count": len(NEWRENO),
            "source_file": f"modules/{SHA256}.source.txt",
            "build_line": "cc -O2",
            "licence": "MIT",
        }
        assert files.read(listed["source_file"]).decode() == "// é\n"
        assert "modules.json   the modules" in files.read("README.txt").decode()


@pytest.mark.parametrize("kind", ["archive", "experiment_archive"])
def test_is_computed_again_without_a_lab(
    kind: str, request: pytest.FixtureRequest, capsys: Captured
) -> None:
    archive = request.getfixturevalue(kind)
    code, out = replayed(archive, capsys)
    assert (code, "The same, bit for bit" in out) == (0, True), out
    code, out = replayed(changed(archive, module_file(NAME), lambda _: None), capsys)
    assert (code, f"names the algorithm {NAME}, a module that is not in it" in out) == (2, True)
    other = changed(archive, module_file(NAME), lambda content: content + b"\0\1\0")
    code, out = replayed(other, capsys)
    assert (code, f"{SHA256}.wasm has other bytes than its name says" in out) == (2, True)


def test_another_result_is_found(archive: Path, capsys: Captured) -> None:
    """What is compared is what the module computes."""

    def with_default(content: bytes) -> bytes:
        data = json.loads(content)
        data["flows"][0]["algorithm"]["parameters"] = {}
        return json.dumps(data).encode()

    code, out = replayed(changed(archive, "scenario.json", with_default), capsys)
    assert (code, "series digest" in out.split("Not the same: ")[1]) == (1, True)


def test_of_a_link_takes_it_from_the_lab_of_the_link(
    process: WorkerProcess, run_id: str, client: httpx.Client, capsys: Captured
) -> None:
    with serving(process.context.settings) as url:
        code, out = replayed(f"{url}/runs/{run_id}", capsys)
        assert (code, "The same, bit for bit" in out) == (0, True), out
        assert client.delete(f"{MODULES}/{SHA256}", headers=ALICE).status_code == 204
        code, out = replayed(f"{url}/runs/{run_id}", capsys)
        assert (code, f"This lab has no module {SHA256}" in out) == (2, True), out


def test_a_run_in_a_file_is_written_in_other_formats(
    archive: Path, tmp_path: Path, client: httpx.Client, run_id: str
) -> None:
    for name in ("csv", "qlog", "zip"):
        path = tmp_path / f"again.{name}"
        assert main(["export", str(archive), name, str(path)]) == 0
    table = client.get(f"/api/runs/{run_id}/export/csv").content
    assert (tmp_path / "again.csv").read_bytes() == table
    with ZipFile(tmp_path / "again.zip") as files:
        assert files.read(module_file(NAME)) == NEWRENO


def test_what_was_forgotten_is_listed_without_a_file(client: httpx.Client, run_id: str) -> None:
    assert client.delete(f"{MODULES}/{SHA256}", headers=ALICE).status_code == 204
    content = client.get(f"/api/runs/{run_id}/export/zip").content
    with ZipFile(io.BytesIO(content)) as files:
        assert json.loads(files.read(MODULES_FILE)) == [{"name": NAME, "file": None}]
        assert module_file(NAME) not in files.namelist()


def test_without_modules_nothing_is_said_of_them(
    client: httpx.Client, process: WorkerProcess
) -> None:
    body = {"scenario": scenario(1.0), "seed": 1}
    created = client.post("/api/runs", json=body, headers=ALICE).json()["id"]
    execute(process, UUID(created))
    content = client.get(f"/api/runs/{created}/export/zip").content
    with ZipFile(io.BytesIO(content)) as files:
        assert not [name for name in files.namelist() if "modules" in name]
        assert "module" not in files.read("README.txt").decode()


def test_a_module_that_is_too_large_for_one_is_refused(archive: Path, capsys: Captured) -> None:
    """Named by its own digest: only its size is wrong."""
    large = NEWRENO + b"\0\x84\x80\x80\x02\x01a" + bytes(2**22 + 2)
    name = module_name(large)

    def renamed(content: bytes) -> bytes:
        return content.replace(NAME.encode(), name.encode())

    path = changed(archive, "scenario.json", renamed)
    with ZipFile(path, "a") as files:
        files.writestr(module_file(name), large)
    code, out = replayed(path, capsys)
    assert (code, "at most 4194304" in out) == (1, True), out
