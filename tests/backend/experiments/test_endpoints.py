"""Experiments from asking to deleting, over HTTP."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import func, select, update

from lab.context import Context
from lab.models import CellResult, Experiment, ExperimentCell
from lab.settings import Settings
from tests.support.compared import compared_data
from tests.support.runs import ALICE, BOB, CORE_VERSION, register_core
from tests.support.server import connected
from tests.support.stored_units import store_units

NUMBERS: dict[str, float | None] = {"jain_index": 0.5}


def _create(client: httpx.Client, owner: dict[str, str] = ALICE, **changes: Any) -> dict[str, Any]:
    body = {"experiment": compared_data(**changes)}
    answer = client.post("/api/experiments", json=body, headers=owner)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def _post(client: httpx.Client, experiment_id: str, action: str, **body: Any) -> httpx.Response:
    return client.post(
        f"/api/experiments/{experiment_id}/{action}", json=body or None, headers=ALICE
    )


@pytest.fixture
def stored(context: Context) -> None:
    """Every unit of the experiment is there, computed by the newest core."""
    register_core(context)
    store_units(context, compared_data(), lambda cell_index, seed: NUMBERS)


class TestCreateAndRead:
    def test_new_experiment_waits_for_its_units(self, client: httpx.Client) -> None:
        created = _create(client)
        assert (created["status"], created["name"]) == ("running", "Who wins?")
        assert created["seeds"] == [1, 2, 3]
        assert created["cell_count"] == 6
        progress = created["progress"]
        assert (progress["unit_count"], progress["done_count"]) == (18, 0)
        assert (progress["running_count"], created["running_cells"]) == (0, [])
        assert progress["seconds_left"] > 0
        assert (created["core_version"], created["finished_at"]) == (None, None)
        assert (created["is_mine"], created["paper"]) == (True, None)

    def test_read_is_what_create_answered(self, client: httpx.Client) -> None:
        created = _create(client)
        answer = client.get(f"/api/experiments/{created['id']}", headers=ALICE)
        assert answer.json() == created
        known = {"If-None-Match": answer.headers["ETag"], **ALICE}
        again = client.get(f"/api/experiments/{created['id']}", headers=known)
        assert (again.status_code, again.content) == (304, b"")

    @pytest.mark.usefixtures("stored")
    def test_stored_units_end_it_at_once(self, client: httpx.Client) -> None:
        created = _create(client)
        progress = created["progress"]
        assert (created["status"], progress["stored_count"]) == ("done", 18)
        assert (progress["seconds_left"], created["cell_counts_url"]) == (None, None)
        assert created["core_version"] == CORE_VERSION
        assert created["finished_at"] is not None

    def test_definition_comes_back_with_its_defaults_and_can_be_forked(
        self, client: httpx.Client
    ) -> None:
        created = _create(client)
        assert created["experiment"]["base"]["packet_bytes"] == 1000
        assert created["experiment"]["baseline_index"] == 0
        body = {"experiment": created["experiment"], "name": "Mine"}
        fork = client.post("/api/experiments", json=body, headers=BOB).json()
        assert (fork["name"], fork["experiment"]) == ("Mine", created["experiment"])

    def test_metrics_say_what_they_mean(self, client: httpx.Client) -> None:
        metrics = {metric["name"]: metric for metric in _create(client)["metrics"]}
        ratio, rtt = metrics["throughput_ratio"], metrics["group_1_mean_rtt_s"]
        assert (ratio["fair"], ratio["average"], ratio["scale"]) == (1, "geometric", "logarithmic")
        assert (rtt["unit"], rtt["display_unit"], rtt["per_display_unit"]) == ("s", "ms", 1e-3)
        assert rtt["label"].startswith("short")
        assert "group_2_mean_rtt_s" not in metrics

    def test_anyone_who_knows_the_id_may_read(self, client: httpx.Client) -> None:
        created = _create(client)
        read = client.get(f"/api/experiments/{created['id']}", headers=BOB).json()
        assert (read["id"], read["is_mine"]) == (created["id"], False)

    def test_no_such_experiment(self, client: httpx.Client) -> None:
        for path in ("", "/map?metric=jain_index", "/counts", "/cells/0", "/table.csv"):
            answer = client.get(f"/api/experiments/{uuid4()}{path}")
            assert (answer.status_code, "no experiment" in answer.json()["detail"]) == (404, True)


class TestList:
    def test_mine_newest_first_page_by_page(self, client: httpx.Client) -> None:
        for name in ("first", "second", "third"):
            _create(client, name=name)
        _create(client, BOB, name="theirs")
        found: list[str] = []
        query: dict[str, Any] = {"limit": 2}
        while True:
            page = client.get("/api/experiments", params=query, headers=ALICE).json()
            found += [item["name"] for item in page["items"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert found == ["third", "second", "first"]
        assert page["items"][0]["seed_count"] == 3

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("who", 1),
            ("buffer cubic", 1),
            ("CUBIC newreno", 1),
            ("bbrv2", 0),
            ("mouse", 0),
            ("%", 0),
        ],
    )
    def test_words_are_searched_in_name_axes_and_algorithms(
        self, client: httpx.Client, words: str, found: int
    ) -> None:
        _create(client)
        page = client.get("/api/experiments", params={"q": words}, headers=ALICE).json()
        assert len(page["items"]) == found

    def test_cursor_of_another_owner_is_refused(self, client: httpx.Client) -> None:
        answer = client.get("/api/experiments", params={"cursor": "nonsense"}, headers=ALICE)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "cursor")

    def test_without_a_key_there_is_no_list(self, client: httpx.Client) -> None:
        assert client.get("/api/experiments").status_code == 400


class TestControl:
    def test_pause_and_resume(self, client: httpx.Client) -> None:
        experiment_id = _create(client)["id"]
        paused = _post(client, experiment_id, "pause").json()
        assert (paused["status"], paused["progress"]["seconds_left"]) == ("paused", None)
        assert _post(client, experiment_id, "pause").status_code == 409
        assert _post(client, experiment_id, "resume").json()["status"] == "running"
        assert _post(client, experiment_id, "resume").status_code == 409

    def test_cancel_and_continue(self, client: httpx.Client) -> None:
        experiment_id = _create(client)["id"]
        cancelled = _post(client, experiment_id, "cancel").json()
        assert (cancelled["status"], cancelled["finished_at"] is None) == ("cancelled", False)
        assert _post(client, experiment_id, "cancel").status_code == 409
        assert _post(client, experiment_id, "retry").json()["status"] == "running"

    def test_nothing_failed_nothing_to_retry(self, client: httpx.Client) -> None:
        assert _post(client, _create(client)["id"], "retry").status_code == 409

    def test_new_name_is_found(self, client: httpx.Client) -> None:
        created = _create(client)
        path = f"/api/experiments/{created['id']}"
        renamed = client.patch(path, json={"name": " Shallow "}, headers=ALICE).json()
        assert (renamed["name"], renamed["experiment"]["name"]) == ("Shallow", "Who wins?")
        query = {"q": "shallow cubic"}
        assert len(client.get("/api/experiments", params=query, headers=ALICE).json()["items"]) == 1

    @pytest.mark.parametrize("name", ["a\0b", "two\nlines", "x" * 201])
    def test_name_that_cannot_be_one_is_refused(self, client: httpx.Client, name: str) -> None:
        experiment_id = _create(client)["id"]
        for answer in (
            client.patch(f"/api/experiments/{experiment_id}", json={"name": name}, headers=ALICE),
            client.post("/api/experiments", json={"experiment": compared_data(), "name": name}),
        ):
            assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "name")

    @pytest.mark.parametrize("action", ["pause", "resume", "cancel", "retry"])
    def test_others_may_not(self, client: httpx.Client, action: str) -> None:
        experiment_id = _create(client)["id"]
        for owner in (BOB, {}):
            answer = client.post(f"/api/experiments/{experiment_id}/{action}", headers=owner)
            assert (answer.status_code, answer.json()["title"]) == (403, "Not yours")

    def test_others_may_neither_rename_nor_extend_nor_delete(self, client: httpx.Client) -> None:
        path = f"/api/experiments/{_create(client)['id']}"
        body = {"experiment": compared_data(replications=4)}
        assert client.patch(path, json={"name": "x"}, headers=BOB).status_code == 403
        assert client.post(f"{path}/extend", json=body, headers=BOB).status_code == 403
        assert client.delete(path, headers=BOB).status_code == 403

    def test_experiment_without_owner_may_be_changed_by_anyone(self, client: httpx.Client) -> None:
        created = _create(client, owner={})
        assert created["is_mine"]
        answer = client.post(f"/api/experiments/{created['id']}/cancel", headers=BOB)
        assert answer.json()["status"] == "cancelled"

    def test_experiment_of_a_paper_stays_as_it_is(
        self, client: httpx.Client, context: Context
    ) -> None:
        created = _create(client, owner={})
        with context.sessions.begin() as session:
            session.execute(update(Experiment).values(paper="fairtt/figure-3"))
        path = f"/api/experiments/{created['id']}"
        read = client.get(path).json()
        assert (read["paper"], read["is_mine"]) == ("fairtt", False)
        answer = client.post(f"{path}/cancel")
        assert (answer.status_code, "of your own" in answer.json()["detail"]) == (403, True)
        assert client.delete(path).status_code == 403


class TestExtend:
    @pytest.mark.usefixtures("stored")
    def test_only_what_is_missing_is_planned(self, client: httpx.Client) -> None:
        experiment_id = _create(client)["id"]
        extended = _post(
            client, experiment_id, "extend", experiment=compared_data(replications=5)
        ).json()
        progress = extended["progress"]
        assert (extended["status"], extended["seeds"]) == ("running", [1, 2, 3, 4, 5])
        assert (progress["unit_count"], progress["done_count"]) == (30, 18)
        more = compared_data(replications=5)
        more["axes"][1]["moves"][0]["values"]["values"] = [0.25, 0.5, 1, 2]
        progress = _post(client, experiment_id, "extend", experiment=more).json()["progress"]
        assert (progress["unit_count"], progress["done_count"]) == (40, 18)

    @pytest.mark.parametrize(
        ("path", "change"),
        [
            ("base", lambda data: data["base"].update(duration_s=2.0)),
            ("axes", lambda data: data["axes"].pop()),
            ("axes.0.role", lambda data: data["axes"][0].pop("role")),
            (
                "axes.1.moves",
                lambda data: data["axes"][1]["moves"][0].update(path="bottleneck.rate_bps"),
            ),
            (
                "axes.1.moves.0.values",
                lambda data: data["axes"][1]["moves"][0]["values"].update(values=[0.5, 2, 4]),
            ),
            ("replications.count", lambda data: data["replications"].update(count=2)),
            ("replications.first_seed", lambda data: data["replications"].update(first_seed=2)),
        ],
    )
    def test_anything_else_is_named(self, client: httpx.Client, path: str, change: Any) -> None:
        experiment_id = _create(client)["id"]
        wanted = compared_data()
        change(wanted)
        if path == "axes.1.moves":
            wanted["axes"][1]["moves"][0]["values"]["values"] = [1e6, 2e6, 3e6]
        answer = _post(client, experiment_id, "extend", experiment=wanted)
        assert answer.status_code == 409, answer.text
        [problem] = answer.json()["errors"]
        assert (problem["path"], problem["pointer"]) == (
            path,
            "/experiment/" + path.replace(".", "/"),
        )

    def test_names_may_change(self, client: httpx.Client) -> None:
        experiment_id = _create(client)["id"]
        wanted = compared_data(name="other")
        wanted["axes"][1]["label"] = "Memory"
        wanted["base"]["flows"][0]["label"] = "elephant"
        answer = _post(client, experiment_id, "extend", experiment=wanted)
        assert answer.status_code == 200, answer.text
        assert answer.json()["axes"][1]["label"] == "Memory"


class TestDelete:
    @pytest.mark.usefixtures("stored")
    def test_numbers_go_with_the_last_experiment_that_has_them(
        self, client: httpx.Client, context: Context
    ) -> None:
        first = _create(client)["id"]
        other = _create(client)["id"]
        smaller = compared_data()
        smaller["axes"][1]["moves"][0]["values"]["values"] = [1, 2]
        last = client.post("/api/experiments", json={"experiment": smaller}).json()["id"]

        def rows() -> tuple[int, int]:
            with context.sessions() as session:
                cells = session.scalar(select(func.count()).select_from(ExperimentCell)) or 0
                return cells, session.scalar(select(func.count()).select_from(CellResult)) or 0

        assert client.delete(f"/api/experiments/{first}", headers=ALICE).status_code == 204
        assert rows() == (6 + 4, 18)
        assert client.delete(f"/api/experiments/{other}", headers=ALICE).status_code == 204
        assert rows() == (4, 12)
        assert client.delete(f"/api/experiments/{last}").status_code == 204
        assert rows() == (0, 0)
        assert client.get(f"/api/experiments/{last}").status_code == 404


class TestLimits:
    def test_too_many_open_units(self, settings: Settings) -> None:
        narrow = settings.model_copy(update={"experiment_open_units_per_owner": 30})
        with connected(narrow) as client:
            _create(client)
            answer = client.post(
                "/api/experiments", json={"experiment": compared_data()}, headers=ALICE
            )
            assert answer.status_code == 429
            [problem] = answer.json()["errors"]
            assert (problem["value"], problem["bound"]) == (36, 30)
            _create(client, BOB)

    def test_extension_counts_its_own_units_once(self, settings: Settings) -> None:
        narrow = settings.model_copy(update={"experiment_open_units_per_owner": 24})
        with connected(narrow) as client:
            experiment_id = _create(client)["id"]
            four, five = compared_data(replications=4), compared_data(replications=5)
            assert _post(client, experiment_id, "extend", experiment=four).status_code == 200
            assert _post(client, experiment_id, "extend", experiment=five).status_code == 429

    def test_too_many_packets_are_refused_by_check_and_create(self, settings: Settings) -> None:
        narrow = settings.model_copy(update={"experiment_max_packets": 18 * 1250 - 1})
        with connected(narrow) as client:
            body = {"experiment": compared_data()}
            for path in ("/api/experiments/check", "/api/experiments"):
                answer = client.post(path, json=body)
                assert answer.status_code == 422
                [problem] = answer.json()["errors"]
                assert (problem["value"], problem["bound"]) == (18 * 1250, 18 * 1250 - 1)

    def test_rate_of_new_experiments(self, settings: Settings) -> None:
        narrow = settings.model_copy(update={"experiments_per_minute_per_owner": 2})
        with connected(narrow) as client:
            for _ in range(2):
                _create(client)
            body = {"experiment": compared_data()}
            answer = client.post("/api/experiments", json=body, headers=ALICE)
            assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")
            _create(client, BOB)


def test_ids_are_uuids(client: httpx.Client) -> None:
    assert UUID(_create(client)["id"]).version == 7
    assert client.get("/api/experiments/1").status_code == 422


class TestIdempotencyKey:
    HEADERS: ClassVar = {**ALICE, "Idempotency-Key": "k" * 22}

    def _ask(self, client: httpx.Client, **headers: str) -> httpx.Response:
        body = {"experiment": compared_data()}
        return client.post("/api/experiments", json=body, headers={**self.HEADERS, **headers})

    def test_sent_again_is_one_experiment(self, client: httpx.Client) -> None:
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: self._ask(client), range(8)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["id"] for answer in answers}) == 1
        listed = client.get("/api/experiments", headers=ALICE).json()["items"]
        assert [one["id"] for one in listed] == [answers[0].json()["id"]]

    def test_is_of_one_owner_and_one_experiment(self, client: httpx.Client) -> None:
        first = self._ask(client).json()["id"]
        other = self._ask(client, **{"X-Lab-Owner": "b" * 32}).json()["id"]
        again = self._ask(client, **{"Idempotency-Key": "l" * 22}).json()["id"]
        assert len({first, other, again}) == 3
        changed = {"experiment": compared_data(name="other")}
        answer = client.post("/api/experiments", json=changed, headers=self.HEADERS)
        assert (answer.status_code, "another experiment" in answer.json()["detail"]) == (409, True)

    def test_that_can_be_guessed_is_refused(self, client: httpx.Client) -> None:
        answer = self._ask(client, **{"Idempotency-Key": "1"})
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["path"] == "idempotency-key"
