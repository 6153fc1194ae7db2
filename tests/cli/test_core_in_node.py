"""The core of the page, run by Node and by Chromium, against Python and the native core: the same
plan of every scenario, the same digest, the same series and the same numbers.
"""

import hashlib
import json
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from lab_exec.fingerprints import fingerprint_scenarios
from lab_exec.packets import MAX_EVENTS, PacketEvents, PacketWatch, PacketWindow
from lab_exec.run import run_scenario
from lab_model.presets import load_definitions
from lab_model.scenarios import Scenario, scenario_digest
from lab_model.scenarios.canonical import canonical_scenario
from lab_model.scenarios.reference.page_rules import page_rules
from tests.support.core_plan import plan_bytes
from tools.bootstrap.core_in_node import core_program
from tools.bootstrap.frontend import ensure_node_modules
from tools.bootstrap.node import find_node
from tools.bootstrap.wasm import MODULE_PATH
from tools.paths import PROJECT_ROOT
from tools.testing.browser import find_chromium

IN_CHROMIUM: Final = PROJECT_ROOT / "tests" / "support" / "core_in_chromium.mjs"
HOSTS: Final = ("node", "chromium")

SEED: Final = 7
SAMPLED: Final = 97
"""Every 97th of the fingerprints' scenarios is run; all of them in the slow test."""

QUICK_PRESETS: Final = 5
"""Those of the slowest links, which have the fewest packets."""

FROM_S: Final = 0.9
TO_S: Final = 1.4
"""The packets that are compared."""

Json = dict[str, Any]


@cache
def presets() -> dict[str, Scenario]:
    return {
        f"{preset.id}/{variant.id}": variant.scenario
        for preset in load_definitions()
        for variant in preset.variants
    }


fingerprints = cache(fingerprint_scenarios)


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    """Answers of the page's core to documents with their seeds, and more that is wanted of all."""

    def ask_host(
        works: list[tuple[Any, int | None]], host: str = "node", **more: Any
    ) -> list[Json]:
        question = tmp_path / "question.json"
        question.write_text(
            json.dumps(
                {
                    **page_rules(),
                    "works": [
                        {"scenario": document, "seed": seed, **more} for document, seed in works
                    ],
                }
            )
        )
        node = find_node()
        command = [node.node, core_program(), MODULE_PATH, question]
        environment = node.environment()
        if host == "chromium":
            ensure_node_modules()
            environment["LAB_CHROMIUM"] = find_chromium()
            command.insert(1, IN_CHROMIUM)
        result = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment
        )
        assert result.returncode == 0, result.stderr
        answers: list[Json] = json.loads(result.stdout)
        return answers

    return ask_host


def shortest(scenario: Scenario) -> Any:
    """The document that leaves out all that it can."""
    return json.loads(canonical_scenario(scenario))


def whole(scenario: Scenario) -> Any:
    return scenario.model_dump(mode="json")


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_plans_and_digests_are_those_of_python(ask: Any, every: int) -> None:
    """Of each scenario the shortest document or the whole one, in turn."""
    scenarios = {**presets(), **dict(list(fingerprints().items())[::every])}
    forms = [shortest, whole]
    documents = [forms[place % 2](scenario) for place, scenario in enumerate(scenarios.values())]
    answers = ask([(document, None) for document in documents])
    for (name, scenario), answer in zip(scenarios.items(), answers, strict=True):
        assert answer["plan"] == hashlib.sha256(plan_bytes(scenario)).hexdigest(), name
        assert answer["scenario_digest"] == scenario_digest(scenario), name


def test_odd_numbers_are_read_as_python_reads_them(ask: Any) -> None:
    """Ties of nanoseconds, small numbers, buffers at the edge of a packet."""
    base = whole(presets()["elephant-and-mouse/bbr2"])
    times_s = [1 / 1024, 3 / 1024, 1e-5, 0.1 + 0.2, 0.0123456789012, 5e-9]
    amounts = [0.1, 0.3, 1.1, 7.000000000000001, 2.675]
    documents = [
        {**base, "start_jitter_s": time_s, "bottleneck": {**base["bottleneck"], "buffer": buffer}}
        for time_s in times_s
        for amount in amounts
        for buffer in (
            {"amount": amount, "unit": "bdp", "rtt_s": 0.0123},
            {"amount": amount, "unit": "seconds"},
            {"amount": amount * 1500, "unit": "bytes"},
        )
    ]
    answers = ask([(document, None) for document in documents])
    for document, answer in zip(documents, answers, strict=True):
        scenario = Scenario.model_validate(document)
        assert answer["plan"] == hashlib.sha256(plan_bytes(scenario)).hexdigest(), document
        assert answer["scenario_digest"] == scenario_digest(scenario), document


@cache
def native_run(name: str) -> Json:
    return run_scenario({**fingerprints(), **presets()}[name], SEED)


def compare_runs(ask: Any, scenarios: dict[str, Scenario], host: str) -> None:
    answers = ask([(shortest(scenario), SEED) for scenario in scenarios.values()], host)
    for name, answer in zip(scenarios, answers, strict=True):
        native = native_run(name)
        found = answer["result"]
        assert found["seriesDigest"] == native["series_digest"], name
        assert found["behaviourVersion"] == native["behaviour_version"], name
        assert found["simulatedPackets"] == native["simulated_packets"], name
        assert found["sampleCount"] == native["sample_count"], name
        numbers = {**found["links"][0], **found["fairness"]}
        assert numbers.items() <= native["summary"].items(), name
        for mine, flow in zip(found["flows"], native["flows"], strict=True):
            assert mine["numbers"].items() <= flow.items(), name
        assert found["losses"] == sum(row["packets"] for row in native["losses"]["rows"]), name


@pytest.mark.parametrize("host", HOSTS)
def test_runs_are_those_of_the_native_core(ask: Any, host: str) -> None:
    chosen = dict(list(fingerprints().items())[::SAMPLED])
    quick = sorted(presets().items(), key=lambda item: item[1].bottleneck.rate_bps)
    compare_runs(ask, {**chosen, **dict(quick[:QUICK_PRESETS])}, host)


def compare_packets(ask: Any, scenarios: dict[str, Scenario], given: int) -> set[str]:
    """Every packet of a time within the runs; the names of all columns that were there."""
    works = [(shortest(scenario), SEED) for scenario in scenarios.values()]
    bounds = {"fromSeconds": FROM_S, "toSeconds": TO_S}
    answers = ask(works, packets={**bounds, "mostGiven": given})
    names: set[str] = set()
    for (name, scenario), answer in zip(scenarios.items(), answers, strict=True):
        found: list[PacketEvents] = []
        window = PacketWindow(FROM_S, TO_S, MAX_EVENTS)
        run_scenario(scenario, SEED, series=False, watch=PacketWatch(window, found.append))
        [native] = found
        columns = {each: values[:given] for each, values in native.columns().items()}
        assert answer["packets"]["events"] == columns, name
        assert answer["packets"]["isTruncated"] == (len(native.time_s) > given), name
        names |= set(columns)
    return names


@pytest.mark.parametrize("given", [50_000, 7])
def test_packets_are_those_of_the_native_core(ask: Any, given: int) -> None:
    """What is left out is decided by all that happens, whatever is given of it."""
    chosen = {**dict(list(fingerprints().items())[::SAMPLED]), **dict(list(presets().items())[::9])}
    names = compare_packets(ask, chosen, given)
    assert {"time_s", "kind", "ecn_bits", "link_index", "reason"} <= names


@pytest.mark.slow
def test_all_packets_are_those_of_the_native_core(ask: Any) -> None:
    assert "window_packets" in compare_packets(ask, {**fingerprints(), **presets()}, 500)


@pytest.mark.slow
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("scenarios", [fingerprints, presets], ids=["fingerprints", "presets"])
def test_all_runs_are_those_of_the_native_core(
    ask: Any, scenarios: Callable[[], dict[str, Scenario]], host: str
) -> None:
    """Of the stage "same-bytes", too."""
    compare_runs(ask, scenarios(), host)
