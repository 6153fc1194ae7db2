"""Lists of runs: searched, filtered, sorted, page by page, with what each run found."""

from typing import Any
from uuid import UUID

import httpx
import pytest

from lab.context import Context
from lab.runs import attempts
from lab.runs.many import MOST_RUNS
from lab.runs.schemas import RunListed, RunPage
from lab.runs.search import MAX_SEARCHED_LENGTH, searched_text
from lab.settings import Settings
from tests.support.documents import result_document
from tests.support.runs import ALICE, BOB, claim_run, register_core
from tests.support.scenarios import scenario
from tests.support.server import connected

OVERVIEW = {
    "point_s": 0.3,
    "groups": [
        {
            "group_index": 0,
            "flow_count": 1,
            "throughput_bps": 6e6,
            "share_ratio": 0.6,
            "sparkline_bps": [5e6, 7e6],
        }
    ],
}


def _create(client: httpx.Client, name: str, *algorithms: str, label: str = "flow") -> str:
    flows = [
        {"label": f"{label} {number}", "rtt_s": 0.03, "algorithm": {"name": algorithm}}
        for number, algorithm in enumerate(algorithms or ("newreno",))
    ]
    body = {"scenario": scenario(flows=flows), "name": name}
    run: dict[str, Any] = client.post("/api/runs", json=body, headers=ALICE).json()
    return str(run["id"])


def _names(client: httpx.Client, **query: Any) -> list[str]:
    answer = client.get("/api/runs", params=query, headers=ALICE)
    assert answer.status_code == 200, answer.text
    return [run["name"] for run in answer.json()["items"]]


class TestSearch:
    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("deep", ["Deep buffer"]),
            ("DEEP", ["Deep buffer"]),
            ("buffer", ["Shallow buffer", "Deep buffer"]),
            ("buffer  shallow", ["Shallow buffer"]),
            ("bbr2", ["Shallow buffer"]),
            ("bbrv2", ["Shallow buffer"]),
            ("mouse", ["Deep buffer"]),
            ("cubic mouse", ["Deep buffer"]),
            ("nothing", []),
            ("%", []),
            ("_", []),
        ],
    )
    def test_every_word_is_in_name_label_or_algorithm(
        self, client: httpx.Client, words: str, found: list[str]
    ) -> None:
        _create(client, "Deep buffer", "cubic", label="mouse")
        _create(client, "Shallow buffer", "bbr2", "newreno")
        assert _names(client, q=words) == found

    def test_new_name_is_found_and_the_old_one_is_not(self, client: httpx.Client) -> None:
        run_id = _create(client, "before", "cubic")
        client.patch(f"/api/runs/{run_id}", json={"name": "after"}, headers=ALICE)
        assert _names(client, q="after cubic") == ["after"]
        assert _names(client, q="before") == []

    def test_runs_of_others_are_not_found(self, client: httpx.Client) -> None:
        _create(client, "mine")
        assert client.get("/api/runs", params={"q": "mine"}, headers=BOB).json()["items"] == []

    def test_ten_thousand_labels_are_cut(self) -> None:
        flows = [{"label": f"flow {n}", "algorithm": {"name": "cubic"}} for n in range(10_000)]
        text = searched_text("name", {"flows": flows})
        assert text.startswith("\nname\ncubic\nflow 0\n")
        assert len(text) == MAX_SEARCHED_LENGTH + 2


class TestFilterAndSort:
    def test_states_that_are_asked_for(self, client: httpx.Client) -> None:
        cancelled = _create(client, "cancelled")
        running = _create(client, "running")
        _create(client, "queued")
        client.post(f"/api/runs/{cancelled}/cancel", headers=ALICE)
        client.patch(f"/api/runs/{running}", json={"name": "running"}, headers=ALICE)
        assert _names(client, status="cancelled") == ["cancelled"]
        assert _names(client, status=["cancelled", "queued"]) == ["queued", "running", "cancelled"]
        assert _names(client, status="done") == []

    def test_unknown_state_is_refused(self, client: httpx.Client) -> None:
        answer = client.get("/api/runs", params={"status": "lost"}, headers=ALICE)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "status.0")

    @pytest.mark.parametrize(
        ("sort", "expected"),
        [
            ("newest", ["beta", "Alpha", "gamma", "alpha"]),
            ("oldest", ["alpha", "gamma", "Alpha", "beta"]),
            ("name", ["alpha", "Alpha", "beta", "gamma"]),
        ],
    )
    def test_pages_follow_the_order_and_repeat_nothing(
        self, client: httpx.Client, sort: str, expected: list[str]
    ) -> None:
        for name in ("alpha", "gamma", "Alpha", "beta"):
            _create(client, name)
        found: list[str] = []
        query: dict[str, Any] = {"limit": 1, "sort": sort}
        while len(found) < 10:
            page = client.get("/api/runs", params=query, headers=ALICE).json()
            found += [run["name"] for run in page["items"]]
            if page["next_cursor"] is None:
                break
            query["cursor"] = page["next_cursor"]
        assert found == expected

    def test_cursor_of_another_order_is_refused(self, client: httpx.Client) -> None:
        for _ in range(2):
            _create(client, "same")
        page = client.get("/api/runs", params={"limit": 1}, headers=ALICE).json()
        query = {"sort": "name", "cursor": page["next_cursor"]}
        answer = client.get("/api/runs", params=query, headers=ALICE)
        assert answer.status_code == 422
        assert "sorted by newest" in answer.json()["detail"]

    def test_longest_name_still_has_a_cursor(self, client: httpx.Client) -> None:
        for _ in range(2):
            _create(client, "名" * 200)
        page = client.get("/api/runs", params={"limit": 1, "sort": "name"}, headers=ALICE).json()
        query = {"sort": "name", "cursor": page["next_cursor"]}
        assert len(client.get("/api/runs", params=query, headers=ALICE).json()["items"]) == 1


class TestOverview:
    def test_a_list_says_of_each_run_what_the_run_says(
        self, client: httpx.Client, context: Context
    ) -> None:
        """Stored JSON is passed on unread, so nothing but this compares the two."""
        register_core(context)
        waiting = _create(client, 'A "name" with quotes, \\ and ü')
        failed = _create(client, "Failed", label="it's {odd}")
        with context.sessions.begin() as session:
            attempts.finish_failed(
                session, claim_run(context, UUID(failed)), "simulation_failed", "No"
            )
        done = _create(client, "Done", "cubic")
        attempt = claim_run(context, UUID(done))
        attempts.finish_done(context.sessions, attempt, result_document(attempt), OVERVIEW)
        answer = client.get("/api/runs", headers=ALICE)
        page = RunPage.model_validate_json(answer.content)
        assert [run.status for run in page.items] == ["done", "failed", "queued"]
        assert [str(run.id) for run in page.items] == [done, failed, waiting]
        for listed in answer.json()["items"]:
            assert set(listed) == set(RunListed.model_fields)
            read = client.get(f"/api/runs/{listed['id']}", headers=ALICE).json()
            assert {**listed, "overview": None} == {**read, "result": None, "overview": None}

    def test_done_run_has_it_in_the_list(self, client: httpx.Client, context: Context) -> None:
        run_id = _create(client, "done")
        register_core(context)
        attempt = claim_run(context, UUID(run_id))
        attempts.finish_done(context.sessions, attempt, result_document(attempt), OVERVIEW)
        _create(client, "queued", "cubic")
        waiting, done = client.get("/api/runs", headers=ALICE).json()["items"]
        assert (waiting["name"], waiting["overview"]) == ("queued", None)
        assert (done["name"], done["overview"], done["result"]) == ("done", OVERVIEW, None)


# Many runs in one request: all of them or none, and no way around the limits of single ones.


KEYED = {**ALICE, "Idempotency-Key": "k" * 22}


def _ask(client: httpx.Client, runs: list[Any], headers: dict[str, str] = ALICE) -> httpx.Response:
    return client.post("/api/runs/many", json={"runs": runs}, headers=headers)


def _of_seeds(*seeds: int) -> list[Any]:
    return [{"scenario": scenario(), "seed": seed} for seed in seeds]


def _mine(client: httpx.Client) -> list[int]:
    items = client.get("/api/runs", headers=ALICE).json()["items"]
    return sorted(item["seed"] for item in items)


def test_runs_come_back_in_the_order_of_the_request(client: httpx.Client) -> None:
    answer = _ask(client, [*_of_seeds(3, 1), {"scenario": scenario(20.0), "name": "Other"}])
    assert answer.status_code == 201
    runs = answer.json()["runs"]
    assert [(run["seed"], run["name"], run["status"]) for run in runs] == [
        (3, "test", "queued"),
        (1, "test", "queued"),
        (1, "Other", "queued"),
    ]
    for run in runs:
        assert client.get(f"/api/runs/{run['id']}").json() == run
    assert _mine(client) == [1, 1, 3]


def test_one_bad_run_is_named_and_none_is_made(client: httpx.Client) -> None:
    far = scenario()
    far["flows"][0]["rtt_s"] = -1
    refused = _ask(client, [*_of_seeds(1), {"scenario": far}])
    assert refused.status_code == 422
    assert [item["path"] for item in refused.json()["errors"]] == ["runs.1.scenario.flows.0.rtt_s"]
    large = {"scenario": scenario(3600.0), "queue": "interactive"}
    large["scenario"]["bottleneck"]["rate_bps"] = 1e9
    refused = _ask(client, [*_of_seeds(1), large])
    assert refused.status_code == 422
    [item] = refused.json()["errors"]
    assert (item["path"], item["pointer"]) == ("runs.1.queue", "/runs/1/queue")
    assert _mine(client) == []


@pytest.mark.parametrize("count", [0, MOST_RUNS + 1])
def test_there_is_a_bound_for_how_many(client: httpx.Client, count: int) -> None:
    refused = _ask(client, _of_seeds(*range(count)))
    assert refused.status_code == 422
    [item] = refused.json()["errors"]
    assert (item["path"], item["bound"]) == ("runs", MOST_RUNS if count else 1)


def test_each_run_counts(settings: Settings) -> None:
    limited = settings.model_copy(update={"runs_per_minute_per_owner": 3})
    with connected(limited) as client:
        assert _ask(client, _of_seeds(1, 2)).status_code == 201
        refused = _ask(client, _of_seeds(3, 4))
        assert _ask(client, _of_seeds(3, 4), BOB).status_code == 201
        assert _mine(client) == [1, 2]
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "10"


@pytest.mark.parametrize(
    ("setting", "limit", "found"),
    [("runs_per_minute_per_owner", 2, 3), ("run_seconds_per_minute_per_owner", 1, 1.2)],
)
def test_more_than_a_minute_allows_is_never_possible(
    settings: Settings, setting: str, limit: int, found: float
) -> None:
    with connected(settings.model_copy(update={setting: limit})) as client:
        wanted = _of_seeds(1, 2, 3) if setting.startswith("runs") else _of_seeds(*range(20))
        refused = _ask(client, wanted)
        assert refused.status_code == 422
        [item] = refused.json()["errors"]
        assert (item["path"], item["bound"]) == ("runs", limit)
        assert item["value"] == pytest.approx(found, rel=0.2)
        assert _mine(client) == []


def test_what_is_refused_counts_for_no_time(settings: Settings) -> None:
    wrong = {"scenario": scenario(3600.0), "queue": "interactive"}
    wrong["scenario"]["bottleneck"]["rate_bps"] = 1e9
    with connected(settings.model_copy(update={"run_seconds_per_minute_per_owner": 1})) as client:
        for _attempt in range(3):
            assert _ask(client, [*_of_seeds(*range(10)), wrong]).status_code == 422
        assert _ask(client, _of_seeds(*range(10))).status_code == 201
        assert _ask(client, _of_seeds(*range(10, 20))).status_code == 429


def test_sent_twice_with_one_key_they_are_made_once(client: httpx.Client) -> None:
    first, again = (_ask(client, _of_seeds(1, 2), KEYED) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert _ask(client, _of_seeds(1, 3), KEYED).status_code == 409
    assert _mine(client) == [1, 2]
