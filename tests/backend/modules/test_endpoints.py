"""Modules over HTTP: stored once, named by their bytes, refused in the reader's words."""

import base64
from pathlib import Path
from typing import Any

import httpx
import pytest
import wasmtime
from sqlalchemy import func, select

from lab.context import Context
from lab.models import AlgorithmModule, Run
from lab_model.modules import MOST_SERVED_FLOWS, MOST_STORED_BYTES, module_name
from tests.cli.wat import wat
from tests.support.scenarios import scenario

ALICE = {"X-Lab-Owner": "alice-" + "a" * 26}
BOB = {"X-Lab-Owner": "bob-" + "b" * 28}
MODULES = "/api/algorithms/modules"
NEWRENO = (Path(__file__).parents[3] / "sim-core" / "modules" / "newreno.wasm").read_bytes()
NAME = module_name(NEWRENO)
SHA256 = NAME.removeprefix("wasm:")


def store(
    client: httpx.Client, content: bytes = NEWRENO, headers: dict[str, str] = ALICE, **more: Any
) -> httpx.Response:
    body = {"content_base64": base64.b64encode(content).decode(), **more}
    return client.post(MODULES, json=body, headers=headers)


def with_module(count: int = 1, **parameters: Any) -> dict[str, Any]:
    data = scenario()
    data["flows"][0]["algorithm"] = {"name": NAME, "parameters": parameters}
    data["flows"][0]["count"] = count
    return data


def test_is_read_when_it_is_stored(client: httpx.Client) -> None:
    stored = store(client, source_text="int main;", build_line="cc -O2", licence="MIT")
    assert stored.status_code == 201, stored.text
    read = stored.json()
    assert (read["name"], read["sha256"], read["byte_count"]) == (NAME, SHA256, len(NEWRENO))
    assert [item["name"] for item in read["description"]["parameters"]] == [
        "beta_256ths",
        "ecn_beta_256ths",
    ]
    assert (read["source_text"], read["build_line"], read["licence"]) == (
        "int main;",
        "cc -O2",
        "MIT",
    )
    assert read["is_mine"]
    assert client.get(f"{MODULES}/{SHA256}", headers=ALICE).json() == read
    seen = client.get(f"{MODULES}/{SHA256}").json()
    assert seen == {**read, "is_mine": False}, "anyone who knows the digest reads it"
    file = client.get(f"{MODULES}/{SHA256}/file")
    assert file.content == NEWRENO
    assert file.headers["content-type"] == "application/wasm"


def test_lists_are_by_owner_and_bytes_are_stored_once(
    client: httpx.Client, context: Context
) -> None:
    assert store(client, source_text="first").status_code == 201
    assert store(client, source_text="again").json()["source_text"] == "first"
    assert client.get(MODULES, headers=BOB).json() == []
    assert store(client, headers=BOB).status_code == 201
    for owner in (ALICE, BOB):
        assert [each["name"] for each in client.get(MODULES, headers=owner).json()] == [NAME]
    with context.sessions() as session:
        assert session.scalar(select(func.count()).select_from(AlgorithmModule)) == 1


def test_goes_with_the_last_who_has_it(client: httpx.Client) -> None:
    store(client)
    store(client, headers=BOB)
    address = f"{MODULES}/{SHA256}"
    assert client.delete(address, headers=ALICE).status_code == 204
    assert client.delete(address, headers=ALICE).status_code == 403
    assert client.get(address).status_code == 200
    assert client.delete(address, headers=BOB).status_code == 204
    assert client.get(address).status_code == 404
    assert client.delete(address, headers=BOB).status_code == 404
    assert client.get(f"{address}/file").status_code == 404


def test_moves_with_the_key(client: httpx.Client) -> None:
    store(client)
    store(client, wasmtime.wat2wasm(wat({})))
    store(client, headers=BOB)
    adopted = client.post("/api/owner/adopt", json={"owner_key": ALICE["X-Lab-Owner"]}, headers=BOB)
    assert adopted.status_code == 200, adopted.text
    assert client.get(MODULES, headers=ALICE).json() == []
    assert len(client.get(MODULES, headers=BOB).json()) == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it does not begin as WebAssembly does"),
        (b"\0asm\x01\0\0\0", "it does not export ccsim_init"),
        (
            wasmtime.wat2wasm(wat({}, more='(import "env" "clock" (func))')),
            "it imports env.clock; only ccsim.phase and ccsim.random are there",
        ),
    ],
)
def test_what_is_no_module_is_refused(client: httpx.Client, content: bytes, reason: str) -> None:
    refused = store(client, content)
    assert refused.status_code == 422
    [problem] = refused.json()["errors"]
    assert problem["path"] == "content_base64"
    assert problem["message"].endswith(f"is not a module of an algorithm: {reason}")


def test_size_and_coding_are_bounded(client: httpx.Client) -> None:
    large = store(client, bytes(MOST_STORED_BYTES + 3))
    assert large.status_code == 422
    assert large.json()["errors"][0]["path"] == "content_base64"
    body = {"content_base64": "no base64"}
    assert client.post(MODULES, json=body, headers=ALICE).status_code == 422
    assert client.post(MODULES, json=body).status_code == 400, "a key is needed"


class TestInScenarios:
    def test_a_run_names_it(self, client: httpx.Client) -> None:
        store(client)
        made = client.post("/api/runs", json={"scenario": with_module(beta_256ths=179)})
        assert made.status_code == 201, made.text
        assert made.json()["scenario"]["flows"][0]["algorithm"]["name"] == NAME

    @pytest.mark.parametrize(
        ("data", "path", "message"),
        [
            (
                with_module(beta=1),
                "scenario.flows.0.algorithm.parameters.beta",
                "is not a parameter of 'NewReno (module)'; it has 'beta_256ths', 'ecn_beta_256ths'",
            ),
            (
                with_module(beta_256ths=25),
                "scenario.flows.0.algorithm.parameters.beta_256ths",
                "is 25; it must be at least 26",
            ),
            (
                with_module(beta_256ths=300),
                "scenario.flows.0.algorithm.parameters.beta_256ths",
                "is 300; it must be at most 243",
            ),
            (
                with_module(count=MOST_SERVED_FLOWS + 1),
                "scenario.flows",
                "33 flows that run modules; a lab's workers run at most 32",
            ),
        ],
    )
    def test_what_it_does_not_allow_is_refused(
        self, client: httpx.Client, context: Context, data: Any, path: str, message: str
    ) -> None:
        store(client)
        refused = client.post("/api/runs", json={"scenario": data})
        assert refused.status_code == 422, refused.text
        [problem] = refused.json()["errors"]
        assert problem["path"] == path
        assert message in problem["message"]
        with context.sessions() as session:
            assert session.scalar(select(func.count()).select_from(Run)) == 0

    @pytest.mark.parametrize(
        ("address", "body"),
        [
            ("/api/runs", {"scenario": with_module()}),
            ("/api/runs/many", {"runs": [{"scenario": with_module()}]}),
            ("/api/experiments", {"experiment": {"base": with_module()}}),
            ("/api/experiments/check", {"experiment": {"base": with_module()}}),
        ],
    )
    def test_one_that_is_not_here_is_refused(
        self, client: httpx.Client, address: str, body: Any
    ) -> None:
        refused = client.post(address, json=body, headers=ALICE)
        assert refused.status_code == 422, refused.text
        assert "stored here" in refused.json()["detail"]

    def test_an_axis_over_its_parameters_is_checked_cell_by_cell(
        self, client: httpx.Client
    ) -> None:
        store(client)
        path = "flows.0.algorithm.parameters.beta_256ths"

        def experiment(*values: int) -> dict[str, Any]:
            move = {"path": path, "values": {"kind": "list", "values": values}}
            return {"experiment": {"base": with_module(), "axes": [{"moves": [move]}]}}

        for address in ("/api/experiments/check", "/api/experiments"):
            assert client.post(address, json=experiment(26, 243), headers=ALICE).is_success
            refused = client.post(address, json=experiment(26, 300), headers=ALICE)
            assert refused.status_code == 422, refused.text
            [problem] = refused.json()["errors"]
            assert problem["path"] == "axes.0.moves.0.values"
            assert (problem["value"], problem["bound"]) == (300, 243)
            assert f"{path} is 300; it must be at most 243" in problem["message"]

    def test_an_experiment_calls_it_by_its_title(self, client: httpx.Client) -> None:
        store(client)
        title = "NewReno (module)"
        arms = {"kind": "list", "values": [{"name": NAME}, {"name": "cubic"}]}
        delays = {"kind": "list", "values": [0.03, 0.04]}

        def made(label: str, path: str, values: Any) -> dict[str, Any]:
            base = with_module()
            base["flows"][0]["label"] = label
            axes = [{"moves": [{"path": path, "values": values}]}]
            body = {"experiment": {"base": base, "axes": axes}}
            checked = client.post("/api/experiments/check", json=body, headers=ALICE).json()
            answer = client.post("/api/experiments", json=body, headers=ALICE).json()
            assert checked["axes"] == answer["axes"]
            return answer

        def labels(experiment: dict[str, Any]) -> list[str]:
            address = f"/api/experiments/{experiment['id']}/cells"
            cells = [client.get(f"{address}/{index}").json() for index in range(2)]
            return [cell["scenario"]["flows"][0]["label"] for cell in cells]

        for label in ("", title):
            varied = made(label, "flows.0.algorithm", arms)
            assert [point["text"] for point in varied["axes"][0]["points"]] == [title, "CUBIC"]
            assert labels(varied) == [title, "CUBIC"], "the name follows what the axis sets"
            assert labels(made(label, "flows.0.rtt_s", delays)) == [title, title]
        assert labels(made("mine", "flows.0.algorithm", arms)) == ["mine", "mine"]

    def test_the_league_says_where_its_report_card_is(self, client: httpx.Client) -> None:
        store(client)
        refused = client.post("/api/evaluations", json={"algorithm": {"name": NAME}}, headers=ALICE)
        assert refused.status_code == 422, refused.text
        assert "./lab report FILE.wasm" in refused.json()["detail"]
