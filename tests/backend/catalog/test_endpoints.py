"""What can be simulated, over HTTP."""

from typing import Any

import httpx

from lab.settings import Settings
from lab_model.scenarios import Scenario, scenario_digest
from tests.support.scenarios import scenario
from tests.support.server import connected


def test_algorithms_are_the_cores_list(client: httpx.Client) -> None:
    algorithms = client.get("/api/algorithms").json()
    names = [algorithm["name"] for algorithm in algorithms]
    assert {"newreno", "cubic"} <= set(names)
    assert all(algorithm["title"] and algorithm["source"] for algorithm in algorithms)


def test_an_algorithm_is_exact_or_says_what_it_assumes(client: httpx.Client) -> None:
    for algorithm in client.get("/api/algorithms").json():
        is_exact = algorithm["fidelity_kind"] == "exact"
        assert is_exact == (algorithm["assumptions"] == []), algorithm["name"]
        assert algorithm["fidelity"].startswith(f"{algorithm['fidelity_kind']}: ")


def test_what_is_not_public_is_listed_apart_with_its_nearest(client: httpx.Client) -> None:
    names = {algorithm["name"] for algorithm in client.get("/api/algorithms").json()}
    listed = client.get("/api/algorithms/not-public").json()
    assert {"modest_bbr", "adaptive_bbr", "ad_bbr", "bbr2plus_pan"} <= {
        item["name"] for item in listed
    }
    for item in listed:
        assert item["fidelity_kind"] == "not_public"
        assert item["name"] not in names
        assert item["nearest"] in names
        assert item["known"].endswith(".")
        assert item["looked_for"].endswith(".")


def test_every_variant_of_every_preset_can_be_checked(client: httpx.Client) -> None:
    presets = client.get("/api/presets").json()
    assert presets
    for preset in presets:
        for variant in preset["variants"]:
            body = {"scenario": variant["scenario"]}
            checked = client.post("/api/scenarios/check", json=body)
            assert checked.status_code == 200, checked.text


def test_check_says_what_follows_from_a_scenario(client: httpx.Client) -> None:
    checked = client.post("/api/scenarios/check", json={"scenario": scenario()}).json()
    assert checked["scenario_digest"] == scenario_digest(Scenario.model_validate(scenario()))
    # 10 Mbit/s for 10 s in packets of 1000 bytes.
    assert checked["predicted_packets"] == 12_500
    assert checked["derived"]["fair_share_bps"] == 5e6


def test_schema_has_bounds_and_units(client: httpx.Client) -> None:
    schema = client.get("/api/schema/scenario").json()
    duration = schema["properties"]["duration_s"]
    assert duration["maximum"] == 3600
    assert duration["x-unit"] == "s"


def test_type_of_a_problem_leads_to_its_meaning(client: httpx.Client) -> None:
    problem = client.get("/api/papers/no-such-paper").json()
    assert problem["type"] == "/api/problems/not-found"
    kind = client.get(problem["type"]).json()
    assert (kind["type"], kind["status"]) == (problem["type"], 404)
    assert kind in client.get("/api/problems").json()
    assert client.get("/api/problems/no-such-kind").status_code == 404


def test_checks_are_counted_by_their_groups_of_flows(settings: Settings) -> None:
    few = scenario()
    many = {**few, "flows": few["flows"] * 150}
    limited = settings.model_copy(update={"scenario_checks_per_minute_per_address": 6})
    with connected(limited) as client:

        def check(checked: dict[str, Any]) -> int:
            return client.post("/api/scenarios/check", json={"scenario": checked}).status_code

        # 300 groups count as four.
        assert [check(many), check(few), check(few)] == [200, 200, 200]
        assert check(few) == 429
