"""What a site without a server answers by itself, from the page's core run by Node: the result is
the service's, and so are series, timeline, phenomena and chains of causes.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlencode
from uuid import UUID

import numpy as np
import pytest

from lab.explanations.found_phenomena import phenomena_of, series_of_run
from lab_exec import CauseWatch, Chunk, run_scenario
from lab_exec.fingerprints import fingerprint_scenarios
from lab_model.algorithms import registry
from lab_model.causes import chain_of, flow_cases, states_of
from lab_model.causes.chosen import first_flows, series_of_flows
from lab_model.packet_codec import decode_json, encode
from lab_model.phenomena.evidence import build_evidence
from lab_model.presets import load_definitions
from lab_model.scenarios import Scenario
from lab_model.series.buckets import bucketize, choose_grid
from lab_model.series.groups import GroupColumn, group_of_flow
from lab_model.series.values import Values
from lab_worker.storage.chunks import event_row, phase_row
from tests.support.page import ask_page_core, say_in_page

SEED: Final = 7
SAMPLED: Final = 149
POINTS: Final = 37
SAMPLED_PRESETS: Final = 23
AT_ONCE: Final = 40
NO_RUN: Final = UUID(int=0)

Json = dict[str, Any]


def ask(folder: Path, works: dict[str, tuple[Scenario, list[str]]]) -> list[Json]:
    """What the page says of runs, and of their series for each of the queries."""
    return ask_page_core(
        folder,
        [
            {"scenario": scenario.model_dump(mode="json"), "seed": SEED, "series": queries}
            for scenario, queries in works.values()
        ],
    )


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Scenario, Json]]:
    """Of some scenarios of the fingerprints, what the page says."""
    chosen = dict(list(fingerprint_scenarios().items())[::SAMPLED])
    queries = [f"points={POINTS}&subjects=flow&subjects=link&subjects=group"]
    works = {name: (scenario, queries) for name, scenario in chosen.items()}
    found = ask(tmp_path_factory.mktemp("page"), works)
    return {
        name: (scenario, one) for (name, scenario), one in zip(chosen.items(), found, strict=True)
    }


def test_results_are_those_of_the_service(answers: dict[str, tuple[Scenario, Json]]) -> None:
    for name, (scenario, page) in answers.items():
        body = {"scenario": scenario.model_dump(mode="json"), "seed": SEED, "core": page["numbers"]}
        result = say_in_page("result", body)
        native = run_scenario(scenario, SEED, on_chunk=lambda _chunk: None)
        # Compiled for another machine. As text, which tells 10.0 from 10.
        texts = [
            json.dumps({**each, "core_version": ""}, sort_keys=True) for each in (result, native)
        ]
        assert texts[0] == texts[1], name


def test_columns_of_every_queue_are_in_the_order_of_the_service(tmp_path: Path) -> None:
    base = load_definitions()[0].variants[0].scenario
    scenarios = {
        info.name: Scenario.model_validate(
            {
                **base.model_dump(mode="json"),
                "duration_s": 2,
                "warmup_s": 0,
                "bottleneck": {
                    **base.bottleneck.model_dump(mode="json"),
                    "queue": {"kind": info.name},
                },
            }
        )
        for info in registry().queues
    }
    assert len(scenarios) > 5
    queries = ["subjects=flow&subjects=link"]
    answers = ask(tmp_path, {name: (each, queries) for name, each in scenarios.items()})
    for (name, scenario), page in zip(scenarios.items(), answers, strict=True):
        chunks: list[Chunk] = []
        run_scenario(scenario, SEED, on_chunk=chunks.append)
        columns = columns_of(chunks)
        for subject in page["series"][0]["subjects"]:
            own = columns[subject["subject"], subject["index"]]
            assert list(subject["columns"]) == list(own), name


def test_series_and_timeline_are_those_of_the_service(
    answers: dict[str, tuple[Scenario, Json]],
) -> None:
    for name, (scenario, page) in answers.items():
        chunks: list[Chunk] = []
        run_scenario(scenario, SEED, on_chunk=chunks.append)
        [found], timeline = page["series"], page["timeline"]
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
            assert set(own) == set(subject["columns"]), name
            for metric, column in subject["columns"].items():
                buckets = bucketize(own[metric], grid)
                assert column["mean"] == listed(buckets.mean), f"{name} {metric}"
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
            assert column["mean"] == listed(expected.buckets().mean), f"{name} group {metric}"
            assert column["p10"] == listed(low), f"{name} group {metric}"
            assert column["p90"] == listed(high), f"{name} group {metric}"
        assert [
            (one["flow_index"], one["start_s"], one["end_s"], one["phase"], one["reason"])
            for one in timeline["phases"]
        ] == [tuple(phase) for chunk in chunks for phase in chunk.phases], name
        assert len(timeline["events"]) == sum(len(chunk.events) for chunk in chunks), name


@dataclass
class Native:
    """A run of the native core."""

    scenario: Scenario
    chunks: list[Chunk]
    record: Json
    result: Json

    @classmethod
    def of(cls, scenario: Scenario) -> Self:
        chunks: list[Chunk] = []
        records: list[Json] = []
        watch = CauseWatch(records.append)
        result = run_scenario(scenario, SEED, on_chunk=chunks.append, watch=watch)
        # As it is stored.
        return cls(scenario, chunks, decode_json(encode(records[0])), result)

    def columns(self, wanted: Json) -> tuple[list[float], dict[int, dict[str, list[float]]]]:
        """Ends of buckets and means of flows, as the service computes them."""
        grid = choose_grid(
            sample_count=self.result["sample_count"],
            sample_interval_s=self.scenario.sample_interval_s,
            from_s=wanted["from_s"],
            to_s=self.scenario.duration_s,
            points=wanted["points"],
        )
        columns = columns_of(self.chunks)
        found = {
            index: {
                name: bucketize(values[grid.first_sample : grid.end_sample], grid).mean.tolist()
                for name, values in columns["flow", index].items()
                if name in wanted["metrics"]
            }
            for index in wanted["flows"]
        }
        return grid.end_times_s(self.scenario.sample_interval_s), found

    def phenomena(self) -> Json:
        indices = [flow["flow_index"] for flow in self.result["flows"]]
        wanted = series_of_run(indices)
        time_s, columns = self.columns(asdict(wanted))
        evidence = build_evidence(
            self.scenario.model_dump(mode="json"),
            self.result,
            phases=[phase_row(phase) for chunk in self.chunks for phase in chunk.phases],
            events=[event_row(event) for chunk in self.chunks for event in chunk.events],
            time_s=time_s,
            columns=columns,
        )
        return phenomena_of(NO_RUN, evidence).model_dump(mode="json")

    def chains(self) -> list[Json]:
        document = self.scenario.model_dump(mode="json")
        flows = first_flows(self.result["flows"])
        time_s, columns = self.columns(asdict(series_of_flows(self.result, flows)))
        groups = {flow["flow_index"]: flow["group_index"] for flow in self.result["flows"]}
        states = {
            index: states_of(document, groups[index], time_s, own) for index, own in columns.items()
        }
        cases = flow_cases(document, self.result, self.record, states)
        return [chain_of(cases[index]).model_dump(mode="json") for index in flows]


def compare_explanations(folder: Path, scenarios: dict[str, Scenario]) -> int:
    """Every record, phenomenon and chain of the page is the service's; how many phenomena."""
    natives = {name: Native.of(scenario) for name, scenario in scenarios.items()}
    wanted = {
        name: (
            say_in_page("phenomena_series", {"result": native.result}),
            say_in_page("causes_series", {"result": native.result, "flows": []}),
        )
        for name, native in natives.items()
    }
    works = {
        name: (scenarios[name], [query_of(each) for each in both]) for name, both in wanted.items()
    }
    seen = 0
    for (name, native), page in zip(natives.items(), ask(folder, works), strict=True):
        assert page["causes"] == native.record, name
        document = native.scenario.model_dump(mode="json")
        run = {"run_id": str(NO_RUN), "scenario": document, "result": native.result}
        answer = say_in_page("phenomena", {**page["timeline"], **means(page["series"][0]), **run})
        assert answer == native.phenomena(), name
        flows = wanted[name][1]["flows"]
        body = {**run, **means(page["series"][1]), "record": page["causes"], "flows": flows}
        assert say_in_page("causes", body)["chains"] == native.chains(), name
        seen += len(answer["phenomena"])
    return seen


def query_of(wanted: Json) -> str:
    """As frontend/src/site/explained.ts asks."""
    return urlencode(
        {
            "from_s": wanted["from_s"],
            "points": wanted["points"],
            "metrics": wanted["metrics"],
            "subjects": wanted["subjects"],
        },
        doseq=True,
    )


def means(series: Json) -> Json:
    """What that file hands to Python."""
    return {
        "time_s": series["time_s"],
        "subjects": [
            {
                "index": subject["index"],
                "columns": {name: each["mean"] for name, each in subject["columns"].items()},
            }
            for subject in series["subjects"]
        ],
    }


def test_explanations_are_those_of_the_service(tmp_path: Path) -> None:
    sample = dict(list(fingerprint_scenarios().items())[::SAMPLED])
    known = [variant for preset in load_definitions() for variant in preset.variants]
    presets = {variant.id: variant.scenario for variant in known[::SAMPLED_PRESETS]}
    assert compare_explanations(tmp_path, {**sample, **presets}) > 0


@pytest.mark.slow
def test_all_explanations_are_those_of_the_service(tmp_path: Path) -> None:
    """In parts: a run has megabytes of series."""
    every = list(fingerprint_scenarios().items())
    for start in range(0, len(every), AT_ONCE):
        compare_explanations(tmp_path, dict(every[start : start + AT_ONCE]))


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
