"""Links to experiments and comparisons: the numbers stay, whatever becomes of the originals."""

from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZipFile

import httpx
import pytest
from PIL import Image
from sqlalchemy import text, update

from fairtt_lab import open_experiment_archive
from lab.context import Context
from lab.models import Experiment
from lab.recovery.expiry import expire
from lab.results import repository as results
from lab.results.repository import Core
from lab.settings import Settings
from lab_cli.main import main
from lab_exec import run_scenario
from lab_model.scenarios import Scenario
from lab_worker.experiments import batch_work
from lab_worker.process import WorkerProcess
from tests.support.axes import arms, axis
from tests.support.experiments import experiment_data
from tests.support.server import connected
from tests.worker.shares.support import (
    MINE,
    OTHER,
    Json,
    compute,
    done_experiment,
    done_run,
    share,
    shown,
)

ARMS = arms("bbr2", "cubic")
BUFFERS = axis("bottleneck.buffer.amount", [1, 2], label="Buffer")


@pytest.fixture
def experiment_id(client: httpx.Client, process: WorkerProcess) -> str:
    """A finished experiment of mine: three rates, two seeds."""
    return done_experiment(client, process, experiment_data())


def _numbers(client: httpx.Client, experiment_id: str) -> list[Any]:
    """Everything that is read of an experiment's numbers."""
    path = f"/api/experiments/{experiment_id}"
    cells = [client.get(f"{path}/cells/{index}").json() for index in range(3)]
    table = client.get(f"{path}/table.csv").text
    found = client.get(f"{path}/map", params={"metric": "throughput_bps"}).json()
    return [cells, table, found]


def _copy_of(client: httpx.Client, made: Json) -> str:
    return str(shown(client, made["token"]).json()["experiment_id"])


class TestExperiment:
    def test_is_read_under_an_id_of_the_link(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        made = share(client, kind="experiment", experiment_id=experiment_id, view="view=map&cell=1")
        found = shown(client, made["token"]).json()
        assert (found["kind"], found["view"]) == ("experiment", "view=map&cell=1")
        assert found["experiment_id"] != experiment_id
        read = client.get(f"/api/experiments/{found['experiment_id']}").json()
        original = client.get(f"/api/experiments/{experiment_id}").json()
        assert found["core_versions"] == [original["core_version"]]
        assert found["behaviour_versions"] == [original["behaviour_version"]]
        assert read["experiment"] == original["experiment"]
        assert read["is_mine"] is False
        assert _numbers(client, found["experiment_id"]) == _numbers(client, experiment_id)
        assert found["title"] == "test"

    def test_stays_when_the_original_grows_and_goes_and_the_core_is_another(
        self, client: httpx.Client, context: Context, process: WorkerProcess, experiment_id: str
    ) -> None:
        copy = _copy_of(client, share(client, kind="experiment", experiment_id=experiment_id))
        read, numbers = client.get(f"/api/experiments/{copy}").json(), _numbers(client, copy)
        path = f"/api/experiments/{experiment_id}"
        more = experiment_data(cell_count=4, seed_count=3)
        grown = client.post(f"{path}/extend", json={"experiment": more}, headers=MINE)
        assert grown.status_code == 200
        compute(process, experiment_id)
        assert _numbers(client, copy) == numbers
        with context.sessions.begin() as session:
            results.register_core(session, Core("9.9.9+0123456789ab", 9))
        assert client.delete(path, headers=MINE).status_code == 204
        assert client.get(f"/api/experiments/{copy}").json() == read
        assert _numbers(client, copy) == numbers

    @pytest.mark.parametrize("headers", [MINE, OTHER, {}])
    def test_cannot_be_changed(
        self, client: httpx.Client, experiment_id: str, headers: dict[str, str]
    ) -> None:
        copy = _copy_of(client, share(client, kind="experiment", experiment_id=experiment_id))
        path = f"/api/experiments/{copy}"
        more = {"experiment": experiment_data(cell_count=4)}
        assert client.delete(path, headers=headers).status_code == 403
        assert client.patch(path, json={"name": "x"}, headers=headers).status_code == 403
        assert client.post(f"{path}/extend", json=more, headers=headers).status_code == 403
        for act in ("pause", "resume", "cancel", "retry"):
            assert client.post(f"{path}/{act}", headers=headers).status_code == 403

    def test_is_forked_with_every_number_stored(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        copy = _copy_of(client, share(client, kind="experiment", experiment_id=experiment_id))
        definition = client.get(f"/api/experiments/{copy}").json()["experiment"]
        body = {"experiment": definition, "forked_from": "shared result “test”"}
        fork = client.post("/api/experiments", json=body, headers=OTHER).json()
        assert (fork["status"], fork["is_mine"]) == ("done", True)
        assert fork["forked_from"] == "shared result “test”"
        assert fork["progress"]["stored_count"] == 6

    def test_is_not_among_my_experiments(self, client: httpx.Client, experiment_id: str) -> None:
        share(client, kind="experiment", experiment_id=experiment_id)
        listed = client.get("/api/experiments", headers=MINE).json()["items"]
        assert [one["id"] for one in listed] == [experiment_id]

    def test_goes_with_its_numbers_when_it_was_the_last_to_have_them(
        self, client: httpx.Client, context: Context, experiment_id: str
    ) -> None:
        made = share(client, kind="experiment", experiment_id=experiment_id)
        copy = _copy_of(client, made)
        client.delete(f"/api/experiments/{experiment_id}", headers=MINE)
        assert _count(context, "cell_result") == 6
        client.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        assert shown(client, made["token"]).status_code == 404
        for path in ("", "/map?metric=throughput_bps", "/cells/0", "/table.csv", "/counts"):
            assert client.get(f"/api/experiments/{copy}{path}").status_code == 404
        assert _count(context, "cell_result") == 0

    def test_leaves_my_experiment_alone_when_it_is_revoked(
        self, client: httpx.Client, experiment_id: str
    ) -> None:
        made = share(client, kind="experiment", experiment_id=experiment_id)
        before = _numbers(client, experiment_id)
        client.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        assert _numbers(client, experiment_id) == before

    def test_outlives_experiments_without_owner_and_ends_with_its_link(
        self, client: httpx.Client, context: Context, experiment_id: str
    ) -> None:
        made = share(client, kind="experiment", experiment_id=experiment_id, expires_in_days=1)
        copy = UUID(_copy_of(client, made))
        with context.sessions.begin() as session:
            session.execute(
                update(Experiment)
                .where(Experiment.id == copy)
                .values(finished_at=text("now() - interval '5 years'"))
            )
        expire(context)
        assert client.get(f"/api/experiments/{copy}").status_code == 200
        with context.sessions.begin() as session:
            session.execute(text("UPDATE share SET expires_at = now() - interval '1 s'"))
        expire(context)
        assert client.get(f"/api/experiments/{copy}").status_code == 404

    @pytest.mark.parametrize("status", ["running", "paused", "cancelled"])
    def test_that_is_not_over_is_refused(
        self, client: httpx.Client, context: Context, experiment_id: str, status: str
    ) -> None:
        finished_at = text("now()") if status == "cancelled" else None
        with context.sessions.begin() as session:
            session.execute(update(Experiment).values(status=status, finished_at=finished_at))
        body = {"kind": "experiment", "experiment_id": experiment_id}
        refused = client.post("/api/shares", json=body, headers=MINE)
        assert (refused.status_code, f"is {status}" in refused.json()["detail"]) == (409, True)


class TestFailedUnits:
    """Seed 2 of the second cell fails at first."""

    @pytest.fixture
    def broken_id(
        self, client: httpx.Client, process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
    ) -> str:
        """An experiment that is over, with one unit that failed."""
        with monkeypatch.context() as patch:
            patch.setattr(batch_work, "run_scenario", self._fails)
            return done_experiment(client, process, experiment_data())

    @staticmethod
    def _fails(scenario: Scenario, seed: int, **options: Any) -> Json:
        if (scenario.bottleneck.rate_bps, seed) == (8_001_000, 2):
            raise MemoryError("no room")
        return run_scenario(scenario, seed, **options)

    def test_are_shown_with_their_reason(self, client: httpx.Client, broken_id: str) -> None:
        copy = _copy_of(client, share(client, kind="experiment", experiment_id=broken_id))
        path = f"/api/experiments/{copy}"
        progress = client.get(path).json()["progress"]
        assert (progress["done_count"], progress["failed_count"]) == (5, 1)
        counts = client.get(f"{path}/counts").json()
        assert (counts["done"], counts["failed"]) == ([2, 1, 2], [0, 1, 0])
        original = client.get(f"/api/experiments/{broken_id}/cells/1").json()
        assert client.get(f"{path}/cells/1").json() == original
        [failure] = original["failures"]
        assert (failure["seed"], "more memory" in failure["reason"]) == (2, True)

    def test_stay_failed_when_a_second_try_succeeds(
        self, client: httpx.Client, process: WorkerProcess, broken_id: str
    ) -> None:
        copy = _copy_of(client, share(client, kind="experiment", experiment_id=broken_id))
        path = f"/api/experiments/{copy}"
        read, numbers = client.get(path).json(), _numbers(client, copy)
        client.post(f"/api/experiments/{broken_id}/retry", headers=MINE)
        compute(process, broken_id)
        again = client.get(f"/api/experiments/{broken_id}").json()["progress"]
        assert (again["done_count"], again["failed_count"]) == (6, 0)
        assert (client.get(path).json(), _numbers(client, copy)) == (read, numbers)
        items = [{"experiment_id": each, "cell_index": 1} for each in (copy, broken_id)]
        compared = client.post("/api/comparisons", json={"items": items}).json()
        assert [item["seeds"] for item in compared["items"]] == [[1], [1, 2]]

    def test_are_named_in_exports(
        self, client: httpx.Client, broken_id: str, tmp_path: Path
    ) -> None:
        copy = _copy_of(client, share(client, kind="experiment", experiment_id=broken_id))
        path = f"/api/experiments/{copy}/export"
        document = client.get(f"{path}/json").json()
        [failure] = document["failures"]
        assert (failure["cell_index"], failure["seed"], len(document["units"])) == (1, 2, 5)
        (tmp_path / "experiment.zip").write_bytes(client.get(f"{path}/zip").content)
        with ZipFile(tmp_path / "experiment.zip") as archive:
            header, row = archive.read("failures.csv").decode().splitlines()
            assert header.endswith(",seed,core_version,reason")
            assert (row[:2], failure["reason"] in row) == ("1,", True)
            assert (
                "5 runs have numbers, 1 failed (failures.csv)"
                in archive.read("README.txt").decode()
            )
        archived = open_experiment_archive(tmp_path / "experiment.zip")
        assert [one._asdict() for one in archived.failed_rows()] == [failure]
        assert "1 of them has no numbers (1 failed)" in client.get(f"{path}/methods").text


class TestComparison:
    def test_shows_its_items_by_ids_of_its_own(
        self, client: httpx.Client, process: WorkerProcess, experiment_id: str
    ) -> None:
        seeds = [done_run(client, process, seed) for seed in (1, 2, 3)]
        items = [
            {"label": "two seeds", "run_count": 2},
            {"label": "one", "run_count": 1},
            {"label": "cell", "experiment_id": experiment_id, "cell_index": 2},
        ]
        made = share(client, kind="comparison", run_ids=seeds, items=items, baseline_index=1)
        found = shown(client, made["token"]).json()
        assert found["title"] == "two seeds, one, cell"
        assert (found["baseline_index"], found["runs"]) == (1, [])
        parts = found["items"]
        assert [part["label"] for part in parts] == ["two seeds", "one", "cell"]
        read = [
            [client.get(f"/api/runs/{each}").json() for each in part["run_ids"]] for part in parts
        ]
        assert [[run["seed"] for run in runs] for runs in read] == [[1, 2], [3], []]
        assert parts[2]["cell_index"] == 2
        digests = [part.pop("cell_digest") for part in parts]
        cell = client.get(f"/api/experiments/{experiment_id}/cells/2").json()
        assert digests == [None, None, cell["scenario_digest"]]
        for path in [f"/api/runs/{each}" for each in seeds] + [f"/api/experiments/{experiment_id}"]:
            assert client.delete(path, headers=MINE).status_code == 204
        request = {"items": parts, "baseline_index": 1}
        compared = client.post("/api/comparisons", json=request).json()
        assert [len(item["seeds"]) for item in compared["items"]] == [2, 1, 2]
        client.post(f"/api/shares/{made['id']}/revoke", headers=MINE)
        assert client.post("/api/comparisons", json=request).status_code == 404

    def test_of_a_cell_that_there_is_not_is_refused(
        self, client: httpx.Client, process: WorkerProcess, experiment_id: str
    ) -> None:
        items = [{"run_count": 1}, {"experiment_id": experiment_id, "cell_index": 3}]
        body = {"kind": "comparison", "run_ids": [done_run(client, process)], "items": items}
        answer = client.post("/api/shares", json=body, headers=MINE)
        assert (answer.status_code, "no cell 3" in answer.json()["detail"]) == (404, True)

    def test_that_does_not_add_up_is_refused(
        self, client: httpx.Client, process: WorkerProcess
    ) -> None:
        run_id = done_run(client, process)
        one, cell = {"run_count": 1}, {"experiment_id": run_id, "cell_index": 0}
        for request in (
            {"items": [one]},
            {"items": [one, one]},
            {"items": [one, {"run_count": 0}]},
            {"items": [one, {**cell, "run_count": 1}]},
            {"items": [one, cell], "baseline_index": 2},
            {"items": [one, {"experiment_id": run_id}]},
        ):
            body = {"kind": "comparison", "run_ids": [run_id], **request}
            assert client.post("/api/shares", json=body, headers=MINE).status_code == 422, request
        requests: list[Json] = [
            {"kind": "experiment"},
            {"kind": "experiment", "experiment_id": run_id, "run_ids": [run_id]},
            {"run_ids": [run_id], "items": [one, cell]},
        ]
        for body in requests:
            assert client.post("/api/shares", json=body, headers=MINE).status_code == 422, body
        missing = {"kind": "experiment", "experiment_id": run_id}
        assert client.post("/api/shares", json=missing, headers=MINE).status_code == 404


class TestReplay:
    def test_of_an_experiment_computes_every_run_with_numbers(
        self, client: httpx.Client, experiment_id: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        made = share(client, kind="experiment", experiment_id=experiment_id)
        assert _replayed(client, made) == 0
        assert "The same, bit for bit" in capsys.readouterr().out
        assert _replayed(client, {"path": f"/experiments/{experiment_id}"}) == 0

    def test_of_a_comparison_computes_runs_and_cells(
        self,
        client: httpx.Client,
        process: WorkerProcess,
        experiment_id: str,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        seeds = [done_run(client, process, seed) for seed in range(1, 8)]
        items = [
            {"label": "seven seeds", "run_count": 7},
            {"experiment_id": experiment_id, "cell_index": 2},
        ]
        made = share(client, kind="comparison", run_ids=seeds, items=items)
        assert _replayed(client, made) == 0
        out = capsys.readouterr().out
        assert (out.count("seven seeds"), out.count("equal")) == (7, 8)
        assert "4 of 6 runs were not compared" in out

    def test_finds_a_stored_run_that_is_another(
        self,
        client: httpx.Client,
        context: Context,
        experiment_id: str,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        made = share(client, kind="experiment", experiment_id=experiment_id)
        with context.sessions.begin() as session:
            session.execute(text("UPDATE cell_result SET summary_digest = 'f' WHERE seed = 2"))
        assert _replayed(client, made) == 1
        assert "Not the same: 3 of 6 runs." in capsys.readouterr().out


def _replayed(client: httpx.Client, made: Json) -> int:
    return main(["replay", str(client.base_url.join(made["path"])), "--jobs", "1"])


class TestPicture:
    @pytest.mark.parametrize(
        ("axes", "view"),
        [
            ([], ""),
            ([ARMS], "metric=throughput_bps"),
            ([BUFFERS], "metric=jain_index"),
            ([ARMS, BUFFERS], ""),
            ([BUFFERS, ARMS, experiment_data()["axes"][0]], "x=0&y=2&cell=3&metric=nonsense"),
        ],
    )
    def test_is_drawn_of_any_experiment(
        self, client: httpx.Client, process: WorkerProcess, axes: list[Json], view: str
    ) -> None:
        data = experiment_data(axes=axes)
        made = share(
            client,
            kind="experiment",
            experiment_id=done_experiment(client, process, data),
            view=view,
        )
        assert _colour_count(client.get(f"{made['path']}/preview.png")) > 10

    def test_is_drawn_of_a_comparison(self, client: httpx.Client, process: WorkerProcess) -> None:
        seeds = [done_run(client, process, seed) for seed in (1, 2)]
        items = [{"label": "a", "run_count": 1}, {"label": "b", "run_count": 1}]
        made = share(client, kind="comparison", run_ids=seeds, items=items)
        assert _colour_count(client.get(f"{made['path']}/preview.png")) > 10

    def test_stands_in_the_head_and_in_oembed(
        self, settings: Settings, tmp_path: Path, process: WorkerProcess
    ) -> None:
        (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
        with connected(settings.model_copy(update={"static_dir": tmp_path})) as client:
            experiment_id = done_experiment(client, process, experiment_data())
            made = share(client, kind="experiment", experiment_id=experiment_id, title="Who wins?")
            page = client.get(made["path"]).text
            address = str(client.base_url.join(made["path"]))
            frame = client.get("/api/oembed", params={"url": address}).json()
        assert 'content="Who wins?"' in page
        assert f"{made['token']}/preview.png" in page
        assert (frame["title"], made["embed_path"] in frame["html"]) == ("Who wins?", True)


def _colour_count(answer: httpx.Response) -> int:
    assert answer.headers["content-type"] == "image/png"
    with Image.open(BytesIO(answer.content)) as image:
        assert image.size == (1200, 630)
        return len(image.convert("RGB").getcolors(maxcolors=1_000_000) or [])


def _count(context: Context, table: str) -> int:
    with context.sessions.begin() as session:
        return session.scalar(text(f"SELECT count(*) FROM {table}")) or 0
