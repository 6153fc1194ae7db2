"""What a site without a server answers by itself, from the page's core run by Node: the result is
the service's, and so are series and timeline, of which a mean may differ in its last digits.
"""

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from lab.site.in_page import answer
from lab_exec import Chunk, run_scenario
from lab_exec.fingerprints import fingerprint_scenarios
from lab_exec.series_digest import RTT_PARTS
from lab_model.algorithms import registry
from lab_model.scenarios import Scenario
from lab_model.scenarios.json_schema import scenario_json_schema
from lab_model.series.buckets import bucketize, choose_grid
from lab_model.series.groups import GroupColumn, group_of_flow
from lab_model.series.values import Values
from tools.bootstrap.core_in_node import core_program
from tools.bootstrap.node import find_node
from tools.bootstrap.wasm import MODULE_PATH

SEED: Final = 7
SAMPLED: Final = 149
POINTS: Final = 37
SMALLEST_DIGITS: Final = 1e-12

Json = dict[str, Any]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Scenario, Json]]:
    """Of some scenarios of the fingerprints, what the page says."""
    chosen = dict(list(fingerprint_scenarios().items())[::SAMPLED])
    series = f"points={POINTS}&subjects=flow&subjects=link&subjects=group"
    question = tmp_path_factory.mktemp("page") / "question.json"
    question.write_text(
        json.dumps(
            {
                "schema": scenario_json_schema(),
                "algorithms": [item.model_dump() for item in registry().algorithms],
                "works": [
                    {"scenario": scenario.model_dump(mode="json"), "seed": SEED, "series": series}
                    for scenario in chosen.values()
                ],
            }
        )
    )
    command: list[str | Path] = [find_node().node, core_program(), MODULE_PATH, question]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    return {
        name: (scenario, one) for (name, scenario), one in zip(chosen.items(), found, strict=True)
    }


def test_results_are_those_of_the_service(answers: dict[str, tuple[Scenario, Json]]) -> None:
    for name, (scenario, page) in answers.items():
        body = {"scenario": scenario.model_dump(mode="json"), "seed": SEED, "core": page["numbers"]}
        result = json.loads(answer("result", json.dumps(body)))["body"]
        native = run_scenario(scenario, SEED, on_chunk=lambda _chunk: None)
        # Compiled for another machine.
        assert {**result, "core_version": ""} == {**native, "core_version": ""}, name


def test_series_and_timeline_are_those_of_the_service(
    answers: dict[str, tuple[Scenario, Json]],
) -> None:
    for name, (scenario, page) in answers.items():
        chunks: list[Chunk] = []
        run_scenario(scenario, SEED, on_chunk=chunks.append)
        found, timeline = page["series"], page["timeline"]
        grid = choose_grid(
            sample_count=chunks[-1].first_sample + chunks[-1].sample_count,
            sample_interval_s=scenario.sample_interval_s,
            from_s=0.0,
            to_s=scenario.duration_s,
            points=POINTS,
        )
        assert found["bucket_samples"] == grid.bucket_samples, name
        assert found["time_s"] == grid.end_times_s(scenario.sample_interval_s), name
        columns = columns_of(chunks)
        means: dict[tuple[int, str], GroupColumn] = {}
        for subject in found["subjects"]:
            if subject["subject"] == "group":
                continue
            own = columns[subject["subject"], subject["index"]]
            # Parts of the RTT are recorded where causes are.
            assert set(own) - set(subject["columns"]) <= RTT_PARTS, name
            for metric, column in subject["columns"].items():
                buckets = bucketize(own[metric], grid)
                close(column["mean"], buckets.mean, f"{name} {metric}")
                if grid.bucket_samples > 1:
                    assert column["min"] == listed(buckets.minimum), f"{name} {metric}"
                    assert column["max"] == listed(buckets.maximum), f"{name} {metric}"
                if subject["subject"] == "flow":
                    group = group_of_flow(scenario.model_dump())[subject["index"]]
                    key = (group, metric)
                    means.setdefault(key, GroupColumn(buckets.mean.size)).add(buckets.mean)
        for (group, metric), expected in means.items():
            subject = next(
                each
                for each in found["subjects"]
                if (each["subject"], each["index"]) == ("group", group)
            )
            column = subject["columns"][metric]
            low, high = expected.percentiles()
            close(column["mean"], expected.buckets().mean, f"{name} group {metric}")
            close(column["p10"], low, f"{name} group {metric}")
            close(column["p90"], high, f"{name} group {metric}")
        assert [
            (one["flow_index"], one["start_s"], one["end_s"], one["phase"], one["reason"])
            for one in timeline["phases"]
        ] == [tuple(phase) for chunk in chunks for phase in chunk.phases], name
        assert len(timeline["events"]) == sum(len(chunk.events) for chunk in chunks), name


def columns_of(chunks: list[Chunk]) -> dict[tuple[str, int], dict[str, Values]]:
    """Whole columns of every subject."""
    found: dict[tuple[str, int], dict[str, list[Values]]] = {}
    for chunk in chunks:
        for each in chunk.subjects:
            own = found.setdefault((each.subject, each.index), {})
            for metric, values in each.columns.items():
                own.setdefault(metric, []).append(values)
    return {
        subject: {metric: np.concatenate(parts) for metric, parts in own.items()}
        for subject, own in found.items()
    }


def listed(values: Values) -> list[float | None]:
    return [None if np.isnan(value) else value for value in values.tolist()]


def close(found: list[float | None], expected: Values, what: str) -> None:
    as_numbers = np.array([np.nan if value is None else value for value in found])
    assert np.allclose(as_numbers, expected, rtol=SMALLEST_DIGITS, atol=0, equal_nan=True), what
