"""Every error is problem details (RFC 9457) that name the field, the value and the bound."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from lab.app import create_app
from lab.settings import Settings
from lab_model.scenarios import InvalidScenarioError, validate_scenario
from tests.support.scenarios import scenario


def _problem(response: httpx.Response, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    assert problem["request_id"] == response.headers["X-Request-ID"]
    return dict(problem)


def _bad_scenario() -> dict[str, Any]:
    bad = scenario(warmup_s=-1)
    bad["flows"][0]["rtt_s"] = 0.001
    bad["flows"][1]["rtt_s"] = 11
    bad["flows"][1]["algorithm"]["name"] = "vegas2"
    return bad


class TestBadScenario:
    @pytest.mark.parametrize("path", ["/api/runs", "/api/scenarios/check"])
    def test_field_value_and_bound_are_named(self, client: httpx.Client, path: str) -> None:
        bad = scenario()
        bad["flows"][0]["rtt_s"] = 11
        problem = _problem(client.post(path, json={"scenario": bad}), 422)
        [item] = problem["errors"]
        assert item["path"] == "flows.0.rtt_s"
        assert item["pointer"] == "/scenario/flows/0/rtt_s"
        assert (item["value"], item["bound"]) == (11, 10)
        assert "flows.0.rtt_s" in item["message"]
        assert "11" in item["message"]
        assert "10" in item["message"]
        assert problem["detail"] == item["message"]

    def test_sentences_are_those_of_the_command_line(self, client: httpx.Client) -> None:
        problem = _problem(client.post("/api/runs", json={"scenario": _bad_scenario()}), 422)
        with pytest.raises(InvalidScenarioError) as caught:
            validate_scenario(_bad_scenario())
        own = {(item.path, item.message) for item in caught.value.problems}
        assert len(own) >= 3
        assert {(item["path"], item["message"]) for item in problem["errors"]} == own

    def test_checks_across_fields_have_their_place_as_well(self, client: httpx.Client) -> None:
        bad = scenario()
        bad["flows"][1]["rtt_s"] = 0.015
        [item] = _problem(client.post("/api/runs", json={"scenario": bad}), 422)["errors"]
        assert (item["path"], item["value"], item["bound"]) == ("flows.1.rtt_s", 0.015, 0.02)

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
    def test_numbers_that_json_does_not_have_are_refused(
        self, client: httpx.Client, number: str
    ) -> None:
        body = json.dumps({"scenario": scenario()}).replace('"duration_s": 10.0', '"duration_s": X')
        headers = {"Content-Type": "application/json"}
        response = client.post("/api/runs", content=body.replace("X", number), headers=headers)
        assert "duration_s" in _problem(response, 422)["errors"][0]["path"]


class TestBadRequest:
    @pytest.mark.parametrize(
        ("seed", "bound"), [(-1, 0), (2**53, 2**53 - 1), (0.5, None), ("1", None), (True, None)]
    )
    def test_seed(self, client: httpx.Client, seed: Any, bound: int | None) -> None:
        response = client.post("/api/runs", json={"scenario": scenario(), "seed": seed})
        [item] = _problem(response, 422)["errors"]
        assert (item["path"], item["pointer"]) == ("seed", "/seed")
        assert item["bound"] == bound

    def test_unknown_field(self, client: httpx.Client) -> None:
        response = client.post("/api/runs", json={"scenario": scenario(), "sede": 3})
        assert _problem(response, 422)["errors"][0]["pointer"] == "/sede"

    def test_scenario_missing(self, client: httpx.Client) -> None:
        _problem(client.post("/api/runs", json={}), 422)

    def test_body_that_is_not_json(self, client: httpx.Client) -> None:
        response = client.post(
            "/api/runs", content="{not json", headers={"Content-Type": "application/json"}
        )
        assert "JSON" in _problem(response, 422)["detail"]

    def test_parameter_out_of_bounds(self, client: httpx.Client) -> None:
        run = client.post("/api/runs", json={"scenario": scenario()}).json()
        response = client.get(f"/api/runs/{run['id']}/series", params={"points": 0})
        [item] = _problem(response, 422)["errors"]
        assert (item["path"], item["pointer"], item["bound"]) == ("points", "", 1)

    def test_id_that_is_none(self, client: httpx.Client) -> None:
        assert _problem(client.get("/api/runs/17"), 422)["errors"][0]["path"] == "run_id"

    def test_unknown_address(self, client: httpx.Client) -> None:
        assert _problem(client.get("/api/nothing"), 404)["detail"] == (
            "There is nothing at /api/nothing."
        )

    def test_method_that_is_not_possible(self, client: httpx.Client) -> None:
        _problem(client.put("/api/runs"), 405)


class TestAmbiguous:
    """What a JSON reader could take in two ways, or no text of the database can hold."""

    @pytest.mark.parametrize("path", ["/api/runs", "/api/scenarios/check", "/api/experiments"])
    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            (b'{"name": "\\ud800"}', "at 'name'"),
            (b'{"name": "a\\u0000"}', "at 'name'"),
            (b'{"seed": 1, "seed": 2}', "'seed' twice"),
            (b'{"seed": NaN}', "NaN"),
        ],
    )
    def test_body(self, client: httpx.Client, path: str, body: bytes, reason: str) -> None:
        response = client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert reason in _problem(response, 422)["detail"]

    @pytest.mark.parametrize(
        "media_type", [None, "", "text/plain", "application/json/x", "application/json, text/plain"]
    )
    def test_body_of_another_type_is_not_read(
        self, client: httpx.Client, media_type: str | None
    ) -> None:
        """What is not looked at as JSON is not taken for it either, however sound it is."""
        headers = {} if media_type is None else {"Content-Type": media_type}
        sound = json.dumps({"scenario": scenario()}).encode()
        _problem(client.post("/api/scenarios/check", content=sound, headers=headers), 422)

    @pytest.mark.parametrize(
        "address",
        ["/api/runs?q=%00", "/api/runs?q=%C3%BC%00&%C3%BC=%00", "/api/shared%00", "/s/%00"],
    )
    def test_address(self, client: httpx.Client, address: str) -> None:
        assert "NUL" in _problem(client.get(address), 422)["detail"]


class TestTooLarge:
    LIMIT = Settings.model_fields["max_scenario_bytes"].default

    def test_announced_length(self, client: httpx.Client) -> None:
        response = client.post("/api/runs", content=b"x" * (self.LIMIT + 1))
        assert str(self.LIMIT) in _problem(response, 413)["detail"]

    def test_length_that_was_not_announced(self, client: httpx.Client) -> None:
        def chunks() -> Iterator[bytes]:
            for _ in range(self.LIMIT // 65_536 + 1):
                yield b"x" * 65_536

        response = client.post(
            "/api/runs", content=chunks(), headers={"Content-Type": "application/json"}
        )
        assert str(self.LIMIT) in _problem(response, 413)["detail"]


@pytest.mark.asyncio
async def test_unforeseen_error_shows_an_id_and_no_traceback(settings: Settings) -> None:
    app = create_app(settings)

    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("secret detail")

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        response = await client.get("/api/broken", headers={"X-Request-ID": "from-the-proxy"})
    problem = _problem(response, 500)
    assert problem["request_id"] == "from-the-proxy"
    assert "secret" not in response.text
    assert "Content-Security-Policy" in response.headers
