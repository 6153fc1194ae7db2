"""The table of metrics, and the page and the module that are made of it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from lab_model.experiments import read_experiment
from lab_model.experiments.number_names import lasting_names, number_names
from lab_model.metrics import FLOW, TABLES, MetricDeclaration, unit_of
from lab_model.metrics.declared import core_metrics
from lab_model.metrics.quantities import QUANTITIES
from lab_model.metrics.reference import page
from lab_model.metrics.typescript import results_text, rtt_text, series_text
from lab_model.results.schemas import ResultModel, with_numbers
from lab_model.scenarios import summary_digest
from tests.support.scenarios import scenario
from tools.paths import PROJECT_ROOT

EVERY = [metric for table in TABLES.values() for metric in table.values()]


@pytest.mark.parametrize(
    ("path", "made"),
    [
        ("docs/metrics.md", page),
        ("frontend/src/generated/metrics.ts", results_text),
        ("frontend/src/generated/seriesMetrics.ts", series_text),
        ("frontend/src/generated/rttMetrics.ts", rtt_text),
    ],
)
def test_generated_files_are_fresh(path: str, made: Callable[[], str]) -> None:
    assert (PROJECT_ROOT / path).read_text(encoding="utf-8") == made(), "run: ./lab generate"


@pytest.mark.parametrize("metric", EVERY, ids=lambda metric: f"{metric.subject}-{metric.name}")
def test_derived_metrics_are_declared_like_those_of_the_core(metric: MetricDeclaration) -> None:
    units = {each.quantity: each.unit for each in core_metrics()}
    assert metric.quantity in QUANTITIES
    assert metric.unit == units.get(metric.quantity, "")
    assert unit_of(metric.name) == (metric.unit or "1")
    assert metric.definition.endswith(".")


def test_a_definition_names_its_source() -> None:
    stdr = TABLES["summary"]["throughput_stdr"]
    assert stdr.explanation.endswith("-1 if group 1 has (Sensors 2025, 25, 5374).")
    assert stdr.fair == 0


LATE = replace(FLOW["retransmit_ratio"], name="late_ratio", is_digested=False)


def test_a_metric_that_came_later_is_null_in_results_from_before_it() -> None:
    model = with_numbers("Numbers", ResultModel, {LATE.name: LATE})
    assert model.model_validate({}).model_dump() == {"late_ratio": None}
    assert model.model_validate({"late_ratio": 0.5}).model_dump() == {"late_ratio": 0.5}
    assert "late_ratio" not in model.model_json_schema().get("required", [])


def test_a_metric_that_came_later_leaves_digests_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = summary_digest({"jain_index": 1.0}, [{"label": "a", "rto_count": 2}])
    monkeypatch.setattr("lab_model.scenarios.digest.FLOW", {**FLOW, LATE.name: LATE})
    flow = {"label": "b", "rto_count": 2, "late_ratio": 0.5}
    assert summary_digest({"jain_index": 1.0}, [flow]) == before
    assert summary_digest({"jain_index": 1.0}, [{**flow, "rto_count": 3}]) != before


def test_only_numbers_that_every_unit_has_are_compared_when_it_is_computed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    definition = read_experiment({"base": scenario(), "axes": []}).definition
    monkeypatch.setattr("lab_model.experiments.number_names.FLOW", {**FLOW, LATE.name: LATE})
    assert "group_1_late_ratio" in number_names(definition)
    assert "group_1_late_ratio" not in lasting_names(definition)
    assert "group_1_retransmit_ratio" in lasting_names(definition)
