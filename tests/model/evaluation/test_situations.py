"""The situations, the headings of RFC 9743, and the experiment that they make."""

import numpy as np
import pytest
from scipy import stats

from lab_model.algorithms import algorithm_names
from lab_model.evaluation import (
    algorithm_of,
    evaluation_experiment,
    is_evaluation,
    load_shipped,
    load_situations,
    shipped_names,
)
from lab_model.evaluation.evaluated import BASELINES
from lab_model.evaluation.report import load_headings, report_of
from lab_model.experiments import ExperimentDefinition, read_experiment
from lab_model.experiments.metrics import find_metric
from lab_model.scenarios import InvalidScenarioError, scenario_digest


def test_every_situation_is_known_under_one_name_and_takes_every_algorithm() -> None:
    situations = load_situations()
    assert len({item.id for item in situations}) == len({item.title for item in situations})
    for name in algorithm_names():
        for item in situations:
            assert item.scenario_with({"name": name}).flows
    for item in situations:
        assert any(group["algorithm"] is None for group in item.scenario["flows"])
        for number in item.numbers:
            assert find_metric(number)


def test_every_situation_is_read_by_the_league_or_a_heading() -> None:
    known = {item.id for item in load_situations()}
    named = {name for heading in load_headings() for name in heading.situations}
    assert named <= known
    assert known - named <= {item.id for item in load_situations() if item.league is not None}


def test_a_heading_without_a_situation_says_why() -> None:
    for heading in load_headings():
        is_title_only = heading.asks is None
        assert is_title_only or heading.situations or heading.not_here


def test_the_experiment_has_the_scenario_of_every_situation() -> None:
    algorithm = {"name": "bbr2", "parameters": {"loss_threshold_ratio": 0.1}}
    definition = evaluation_experiment(algorithm, "BBRv2", 2)
    expansion = read_experiment(definition.to_json())
    wanted = [scenario_digest(item.scenario_with(algorithm)) for item in load_situations()]
    assert [work.scenario_digest for work in expansion.work] == wanted


def test_an_evaluation_is_recognised_and_gives_its_algorithm_back() -> None:
    algorithm = {"name": "cubic", "parameters": {"beta_ratio": 0.8}}
    stored = ExperimentDefinition.model_validate(evaluation_experiment(algorithm, "C").to_json())
    assert is_evaluation(stored)
    assert algorithm_of(stored) == algorithm
    other = stored.to_json() | {
        "base": load_situations()[1].scenario_with(algorithm).model_dump(mode="json")
    }
    assert not is_evaluation(ExperimentDefinition.model_validate(other))


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(InvalidScenarioError):
        evaluation_experiment({"name": "cubic", "parameters": {"nonsense": 1}}, "CUBIC")


def test_every_algorithm_ships_with_what_it_gave_in_the_situations_as_they_are() -> None:
    assert set(shipped_names()) == set(algorithm_names()), "./lab league --write"
    seeds = load_shipped(BASELINES[0]).seeds
    for name in shipped_names():
        found = load_shipped(name)
        assert found.seeds == seeds
        digests = {
            item.id: scenario_digest(item.scenario_with({"name": name}))
            for item in load_situations()
        }
        assert {key: item.scenario_digest for key, item in found.situations.items()} == digests
        for item in load_situations():
            assert set(item.numbers) <= set(found.situations[item.id].numbers)


def test_a_report_has_every_heading_and_both_baselines() -> None:
    baselines = {name: load_shipped(name) for name in BASELINES}
    report = report_of(load_shipped("bbr2"), baselines)
    assert [item.section for item in report.sections] == [item.section for item in load_headings()]
    for section in report.sections:
        assert [case.id for case in section.cases] == section.situations
        for case in section.cases:
            for number in case.numbers:
                assert [beside.algorithm for beside in number.baselines] == list(BASELINES)


def test_a_baseline_is_not_beside_itself() -> None:
    baselines = {name: load_shipped(name) for name in BASELINES}
    report = report_of(load_shipped("cubic"), baselines)
    numbers = [number for item in report.sections for case in item.cases for number in case.numbers]
    assert {beside.algorithm for number in numbers for beside in number.baselines} == {"newreno"}


def test_a_mark_is_a_significant_difference_that_counts() -> None:
    """By SciPy over all numbers beside CUBIC as one family, for those judged as they are."""
    tested, cubic = load_shipped("bbr2"), load_shipped("cubic")
    report = report_of(tested, {"cubic": cubic})
    shown = {
        (case.id, number.name): (number.mean, number.baselines[0])
        for section in report.sections
        for case in section.cases
        for number in case.numbers
    }
    marked = [each for _, each in shown.values() if each.is_different]
    assert 0 < len(marked) < len(shown)
    for key, (mean, baseline) in shown.items():
        if not baseline.is_different or mean is None or baseline.mean is None:
            continue
        assert mean != baseline.mean
        # Jain's index and ratios are judged by their distance to fair, on other scales.
        if key[1].endswith(("_bps", "_s")):
            one, two = (np.array(each.values(*key), dtype=float) for each in (tested, cubic))
            scatter = (one - two).std(ddof=1) / np.sqrt(len(one))
            t = stats.t.ppf(0.975, len(one) - 1)
            assert abs((one - two).mean()) >= t * scatter
            assert abs(mean - baseline.mean) >= 0.049 * abs(baseline.mean)
