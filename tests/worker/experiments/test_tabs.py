"""A class computes an experiment in its tabs: the page's own core, and the lab's own checks."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import func, select, update

from lab.context import Context
from lab.experiments import workload
from lab.models import CellResult, Experiment, WorkerToken
from lab.remote_work import tabs
from lab.remote_work.listing import token_lines
from lab.remote_work.withdrawal import withdraw
from lab.settings import Settings
from lab_exec import run_scenario
from lab_model.experiments.cells import read_experiment
from lab_worker.experiments.execute import execute_batch
from lab_worker.process import WorkerProcess, installed_core
from tests.support.classes import TEACHER as TEACHER_OF_CLASS
from tests.support.classes import Lesson, owner
from tests.support.experiments import (
    batches_of,
    create_experiment,
    experiment_data,
    read_row,
)
from tests.support.page import ask_page_core
from tests.support.server import connected

Json = dict[str, Any]
Key = tuple[int, int]
TABS = 40
CELLS, SEEDS = 6, 40
TEACHER = "t" * 32
FIRST_UNITS = 2


def browser(number: int) -> dict[str, str]:
    return {"X-Lab-Owner": f"{number:032d}"}


class Tab:
    """As frontend/src/core/tabWork.ts goes about it."""

    def __init__(
        self, client: httpx.Client, experiment_id: UUID | str, owner_header: dict[str, str]
    ) -> None:
        self._client, self._owner_header = client, owner_header
        self.path = f"/api/remote-work/experiments/{experiment_id}/tabs"
        self.headers = self.join()
        self.unit_count = 0

    def join(self) -> dict[str, str]:
        joined = self._client.post(self.path, headers=self._owner_header)
        assert joined.status_code == 200, joined.text
        return {"Authorization": f"Bearer {joined.json()['token']}"}

    def post(self, path: str, body: Json) -> httpx.Response:
        return self._client.post(f"/api/remote-work/{path}", json=body, headers=self.headers)

    def ask(self) -> httpx.Response:
        core = installed_core()
        asked = {"core_version": core.version, "behaviour_version": core.behaviour}
        return self.post("claims", {**asked, "wants_scenarios": True})

    def claim(self) -> Json | None:
        answer = self.ask()
        assert answer.status_code == 200, answer.text
        batch: Json | None = answer.json()["batch"]
        return batch

    def report(self, batch: Json, cores: list[Json], **changes: Any) -> httpx.Response:
        units = batch["units"]
        self.unit_count += len(units)
        reports = [
            {"cell_index": unit["cell_index"], "seed": unit["seed"], "core": core}
            for unit, core in zip(units, cores, strict=True)
        ]
        body = {"claim": batch["claim"], "cores": reports, "ends": True, **changes}
        return self.post(f"batches/{batch['batch_id']}/reports", body)


@pytest.fixture(scope="module")
def cores(tmp_path_factory: pytest.TempPathFactory) -> dict[Key, Json]:
    """What the module of the page gives of every unit, run by Node."""
    expansion = read_experiment(_definition())
    keys = [(cell, seed) for cell in range(CELLS) for seed in expansion.seeds]
    works = [
        {"scenario": expansion.scenario(cell).model_dump(mode="json"), "seed": seed}
        for cell, seed in keys
    ]
    folder: Path = tmp_path_factory.mktemp("core")
    answers = ask_page_core(folder, works)
    names = ("fairness", "links", "flows")
    return {
        key: {name: answer["numbers"][name] for name in names}
        for key, answer in zip(keys, answers, strict=True)
    }


def _definition() -> Json:
    return experiment_data(cell_count=CELLS, seed_count=SEEDS, duration_s=2.0)


@pytest.fixture
def lab(settings: Settings) -> Iterator[httpx.Client]:
    tabs = {"tab_first_units": FIRST_UNITS, "class_joins_per_minute_per_address": 10_000}
    with connected(settings.model_copy(update=tabs)) as client:
        yield client


@pytest.fixture
def experiment_id(
    lab: httpx.Client,
    context: Context,
    process: WorkerProcess,
    monkeypatch: pytest.MonkeyPatch,
) -> UUID:
    """Open to the tabs of others; a local worker has written numbers with the same names."""
    # Of a second's work, a batch on a fast machine has all that is left for a single tab.
    monkeypatch.setattr(workload, "MAX_UNITS_PER_BATCH", 2 * FIRST_UNITS)
    other = create_experiment(
        context, experiment_data(cell_count=1, seed_count=1, duration_s=3.0), installed_core()
    )
    _compute_locally(process, other)
    made = create_experiment(context, _definition(), installed_core())
    opened = lab.put(f"/api/remote-work/experiments/{made}/tabs", json={"takes_tabs": True})
    assert opened.status_code == 204
    assert lab.get(f"/api/experiments/{made}").json()["takes_tabs"] is True
    return made


def _compute_locally(process: WorkerProcess, experiment_id: UUID, *, is_local: bool = False) -> int:
    done = 0
    for batch in batches_of(process.context, experiment_id, "queued"):
        if batch.is_local or not is_local:
            done += len(batch.seeds) - batch.done_count
            execute_batch(process, batch.id)
    return done


def _cores_of(batch: Json, cores: dict[Key, Json]) -> list[Json]:
    return [cores[unit["cell_index"], unit["seed"]] for unit in batch["units"]]


def test_forty_tabs_compute_the_map_and_one_that_lies_changes_no_number(
    lab: httpx.Client,
    context: Context,
    process: WorkerProcess,
    experiment_id: UUID,
    cores: dict[Key, Json],
) -> None:
    tabs = [Tab(lab, experiment_id, browser(number)) for number in range(TABS)]
    liar = tabs[7]

    def work(tab: Tab) -> bool:
        batch = tab.claim()
        if batch is None:
            return False
        found = _cores_of(batch, cores)
        if tab is liar:
            found = [
                {**core, "fairness": {**core["fairness"], "jain_index": 0.5}} for core in found
            ]
        answer = tab.report(batch, found)
        assert answer.status_code == 200, answer.text
        return True

    assert work(liar)
    active, local_count = [tab for tab in tabs if tab is not liar], 0
    with ThreadPoolExecutor(8) as pool:
        for _ in range(60):
            if read_row(context, experiment_id).status == "done":
                break
            list(pool.map(work, active))
            local_count += _compute_locally(process, experiment_id, is_local=True)
            withdraw(context)
    local_count += _compute_locally(process, experiment_id)
    assert read_row(context, experiment_id).status == "done"
    with context.sessions() as session:
        lines = {line.name: line for line in token_lines(session)}
        found = session.scalars(select(CellResult)).all()
    assert sum(line.wrong for line in lines.values()) >= 1
    assert [line.state for line in lines.values()].count("distrusted") == 1
    from_tabs = sum(line.units for line in lines.values())
    assert from_tabs > CELLS * SEEDS * 0.8
    assert local_count < CELLS * SEEDS * 0.6
    assert sum(line.units > FIRST_UNITS for line in lines.values()) > 1
    # Every number is what the lab's own core gives.
    by_key = {(row.scenario_digest, row.seed): row.summary_digest for row in found}
    expansion = read_experiment(_definition())
    for cell in range(CELLS):
        for seed in expansion.seeds:
            direct = run_scenario(expansion.scenario(cell), seed, series=False)
            assert by_key[direct["scenario_digest"], seed] == direct["summary_digest"]
    # It gets no other token.
    again = lab.post(liar.path, headers=browser(7))
    assert (again.status_code, "revoked" in again.json()["detail"]) == (401, True)


class TestToken:
    def test_is_one_for_all_tabs_of_a_browser(
        self, lab: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        assert (
            Tab(lab, experiment_id, browser(1)).headers
            == Tab(lab, experiment_id, browser(1)).headers
        )
        assert (
            Tab(lab, experiment_id, browser(1)).headers
            != Tab(lab, experiment_id, browser(2)).headers
        )
        with context.sessions() as session:
            assert len(session.scalars(select(WorkerToken)).all()) == 2

    @pytest.mark.parametrize("ended", ["revoked_at", "expires_at"])
    def test_counts_while_it_holds(
        self,
        lab: httpx.Client,
        context: Context,
        experiment_id: UUID,
        monkeypatch: pytest.MonkeyPatch,
        ended: str,
    ) -> None:
        monkeypatch.setattr(tabs, "MOST_TOKENS", 1)
        path = f"/api/remote-work/experiments/{experiment_id}/tabs"
        assert lab.post(path, headers=browser(1)).status_code == 200
        refused = lab.post(path, headers=browser(2))
        assert (refused.status_code, "1 browsers" in refused.json()["detail"]) == (409, True)
        with context.sessions.begin() as session:
            session.execute(update(WorkerToken).values({ended: func.now()}))
        assert lab.post(path, headers=browser(2)).status_code == 200

    def test_only_the_owner_opens_an_experiment_and_computes_a_closed_one(
        self, lab: httpx.Client, context: Context, experiment_id: UUID
    ) -> None:
        mine, other = browser(1), browser(2)
        body = {"experiment": experiment_data(duration_s=4.0)}
        made = lab.post("/api/experiments", json=body, headers=mine).json()["id"]
        path = f"/api/remote-work/experiments/{made}/tabs"
        assert lab.put(path, json={"takes_tabs": True}, headers=other).status_code == 403
        assert lab.post(path, headers=other).status_code == 403
        assert lab.post(path, headers=mine).status_code == 200
        assert lab.put(path, json={"takes_tabs": True}, headers=mine).status_code == 204
        assert lab.post(path, headers=other).status_code == 200
        assert lab.post(path).status_code == 400
        with context.sessions() as session:
            assert session.get_one(Experiment, UUID(made)).takes_tabs

    def test_a_class_computes_what_its_teacher_gives_it(self, lab: httpx.Client) -> None:
        """Its students only, while the class is open, and nothing but that."""
        lesson = Lesson(lab)
        ann, later = lesson.join("ann"), owner("later")
        ids = []
        for name, asker in (("a", TEACHER_OF_CLASS), ("b", TEACHER_OF_CLASS), ("c", later)):
            wanted = {"experiment": {**experiment_data(duration_s=4.0), "name": name}}
            ids.append(lab.post("/api/experiments", json=wanted, headers=asker).json()["id"])
        given, other, foreign = ids

        def asked(experiment_id: str, headers: dict[str, str]) -> int:
            path = f"/api/remote-work/experiments/{experiment_id}/tabs"
            return lab.post(path, headers=headers).status_code

        assert lesson.call("PATCH", "", {"experiment_id": foreign}).status_code == 403
        assert lesson.call("PATCH", "", {"experiment_id": str(uuid4())}).status_code == 404
        assert asked(given, ann.headers) == 403
        assert lesson.set(experiment_id=given)["experiment_id"] == given
        assert ann.read()["classroom"]["experiment_id"] == given
        assert (asked(given, ann.headers), asked(other, ann.headers)) == (200, 403)
        assert asked(given, later) == 403
        lesson.set(needs_approval=True)
        waits = lesson.join("later")
        assert asked(given, waits.headers) == 403
        lesson.set(needs_approval=False)
        assert asked(given, waits.headers) == 200
        assert lesson.set(experiment_id=None)["experiment_id"] is None
        assert asked(given, ann.headers) == 403
        lesson.set(experiment_id=given)
        lesson.ask("POST", "/close")
        assert asked(given, ann.headers) == 403
        # What is deleted is no longer asked for.
        deleted = lab.delete(f"/api/experiments/{given}", headers=TEACHER_OF_CLASS)
        assert deleted.is_success, deleted.text
        assert ann.read()["classroom"]["experiment_id"] is None

    def test_gets_no_work_once_its_browser_may_compute_no_more(
        self,
        lab: httpx.Client,
        context: Context,
        process: WorkerProcess,
        cores: dict[Key, Json],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """What its tabs have computed by then is taken, unless their student was forgotten."""
        monkeypatch.setattr(workload, "MAX_UNITS_PER_BATCH", 2 * FIRST_UNITS)
        body = {"experiment": _definition()}
        made = lab.post("/api/experiments", json=body, headers=TEACHER_OF_CLASS).json()["id"]
        opened = f"/api/remote-work/experiments/{made}/tabs"
        lesson = Lesson(lab)
        lesson.set(experiment_id=made)
        names = ("ann", "ben", "cem", "dan", "eva")
        pupils = {name: lesson.join(name) for name in names}
        tabs = {name: Tab(lab, made, pupils[name].headers) for name in names}
        # One of no member of the class, while all may.
        lab.put(opened, json={"takes_tabs": True}, headers=TEACHER_OF_CLASS)
        stranger = Tab(lab, made, browser(1))
        assert {tab.ask().status_code for tab in (stranger, *tabs.values())} == {200}
        lab.put(opened, json={"takes_tabs": False}, headers=TEACHER_OF_CLASS)

        def refused() -> dict[str, str]:
            answers = {name: tab.ask() for name, tab in tabs.items()}
            return {
                name: answer.json()["detail"]
                for name, answer in answers.items()
                if answer.status_code == 401
            }

        assert "can no longer compute" in stranger.ask().json()["detail"]
        assert refused() == {}
        students = {each["alias"]: each["id"] for each in lesson.ask("GET", "/board")["students"]}
        assert lesson.call("DELETE", f"/students/{students['ben']}").status_code == 204
        assert lab.delete(pupils["cem"].address, headers=pupils["cem"].headers).status_code == 204
        code = {"code": lesson.code, "recovery_code": pupils["dan"].joined["recovery_code"]}
        moved = lab.post("/api/class-recoveries", json=code, headers=owner("phone of dan"))
        assert moved.is_success, moved.text
        adopted = {"owner_key": owner("eva")["X-Lab-Owner"]}
        moved = lab.post("/api/owner/adopt", json=adopted, headers=owner("phone of eva"))
        assert moved.is_success, moved.text
        gone = refused()
        assert sorted(gone) == ["ben", "cem", "dan", "eva"]
        assert all("student leaves the class" in detail for detail in gone.values())
        tabs["phone of dan"] = Tab(lab, made, owner("phone of dan"))
        lesson.set(experiment_id=None)
        assert "can no longer compute" in refused()["ann"]
        lesson.set(experiment_id=made)
        assert refused() == gone
        tabs["fay"] = Tab(lab, made, lesson.join("fay").headers)
        batch = tabs["fay"].claim()
        assert batch is not None
        lesson.ask("POST", "/close")
        sent = tabs["fay"].report(batch, _cores_of(batch, cores))
        assert sent.status_code == 200, sent.text
        assert refused().keys() == tabs.keys()
        assert lesson.call("DELETE").status_code == 204
        assert all("does not know this worker token" in detail for detail in refused().values())
        # Its numbers are still to be checked.
        with context.sessions() as session:
            lines = token_lines(session)
        assert [line.waiting for line in lines if line.units] == [len(batch["units"])]
        assert {line.state for line in lines} == {"valid", "revoked"}  # the stranger's, and theirs

    def test_there_is_none_for_what_is_over(
        self, lab: httpx.Client, process: WorkerProcess, experiment_id: UUID
    ) -> None:
        _compute_locally(process, experiment_id)
        path = f"/api/remote-work/experiments/{experiment_id}/tabs"
        refused = lab.post(path, headers=browser(1))
        assert (refused.status_code, "is done" in refused.json()["detail"]) == (409, True)


class TestReport:
    @pytest.mark.parametrize(
        "change",
        [
            {"flows": []},
            {"links": []},
            {"fairness": {}},
            {"flows": [{"group_index": 99, "sent_packets": 1}] * 2},
            {"links": [{"utilisation_ratio": 1e308}]},
        ],
    )
    def test_of_what_is_no_run_is_refused(
        self,
        lab: httpx.Client,
        experiment_id: UUID,
        cores: dict[Key, Json],
        change: Json,
    ) -> None:
        tab = Tab(lab, experiment_id, browser(1))
        batch = tab.claim()
        assert batch is not None
        assert all(unit["scenario"]["flows"] for unit in batch["units"])
        assert batch["definition"] is None
        found = [{**core, **change} for core in _cores_of(batch, cores)]
        refused = tab.report(batch, found)
        if refused.status_code == 200:  # a summary without a name is another layout: checked here
            assert change == {"fairness": {}} or "links" in change
            return
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["path"].startswith("cores.0.core")

    def test_of_a_foreign_unit_or_twice_is_refused(
        self, lab: httpx.Client, experiment_id: UUID, cores: dict[Key, Json]
    ) -> None:
        tab = Tab(lab, experiment_id, browser(1))
        batch = tab.claim()
        assert batch is not None
        [core, *_] = _cores_of(batch, cores)
        unit = {**{name: batch["units"][0][name] for name in ("cell_index", "seed")}, "core": core}
        for wrong in ([{**unit, "seed": 999_999}], [unit, unit]):
            path = f"batches/{batch['batch_id']}/reports"
            refused = tab.post(path, {"claim": batch["claim"], "cores": wrong})
            assert refused.status_code == 422
