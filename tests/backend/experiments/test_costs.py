"""What was measured of units predicts others: the nearest of it, with its spread."""

import math

import pytest

from lab.context import Context
from lab.experiments.costs import HELD_WEIGHT, Costs, MeasuredUnit, note
from lab.experiments.workload import expected_s
from lab.models import UnitCost
from lab_model.experiments.cells import read_experiment
from lab_model.experiments.unit_class import UnitClass, unit_class
from lab_model.scenarios import validate_scenario
from tests.support.experiments import experiment_data
from tests.support.scenarios import scenario

BBR = UnitClass("bbr1", 1, 17)
PACKETS = 150_000


def _measured(of: UnitClass, ratio: float, count: int = 10) -> list[MeasuredUnit]:
    return [MeasuredUnit(of, PACKETS, ratio * expected_s(1, PACKETS))] * count


def _ratio(context: Context, of: UnitClass, behaviour: int = 4) -> tuple[float, str]:
    with context.sessions() as session:
        found = Costs(session, behaviour, {of.kind}).of(of, PACKETS)
    return round(found.mean_s / expected_s(1, PACKETS), 6), found.basis


def test_nearest_that_was_measured_tells(context: Context) -> None:
    with context.sessions.begin() as session:
        note(session, 4, _measured(BBR, 3.0))
        note(session, 4, _measured(BBR._replace(packet_octave=20), 1.0))
        note(session, 4, _measured(UnitClass("cubic", 1, 17), 0.5, count=20))
    assert _ratio(context, BBR) == (3.0, "class")
    assert _ratio(context, BBR._replace(packet_octave=18)) == (3.0, "kind")
    assert _ratio(context, BBR._replace(packet_octave=21)) == (1.0, "kind")
    assert _ratio(context, BBR._replace(flow_octave=9)) == (2.0, "kind")
    assert _ratio(context, UnitClass("vegas", 1, 17)) == (1.25, "any")
    assert _ratio(context, BBR, behaviour=5) == (1.0, "constants")


def test_two_units_are_too_few(context: Context) -> None:
    with context.sessions.begin() as session:
        note(session, 4, _measured(BBR, 3.0, count=2))
    assert _ratio(context, BBR) == (1.0, "constants")


def test_range_is_as_wide_as_units_of_a_class_spread(context: Context) -> None:
    with context.sessions.begin() as session:
        note(session, 4, [*_measured(BBR, 0.5), *_measured(BBR, 2.0)])
    with context.sessions() as session:
        found = Costs(session, 4, {"bbr1"}).of(BBR, PACKETS)
    factor = math.exp(1.3 * math.log(2.0))
    assert found.high_s / found.mean_s == pytest.approx(factor)
    assert found.mean_s / found.low_s == pytest.approx(factor)


def test_machine_that_became_slower_is_followed(context: Context) -> None:
    with context.sessions.begin() as session:
        note(session, 4, _measured(BBR, 1.0, count=5_000))
        for _ in range(50):
            note(session, 4, _measured(BBR, 2.0, count=100))
    ratio, _ = _ratio(context, BBR)
    assert ratio > 1.99
    with context.sessions() as session:
        [weight] = [cost.weight for cost in session.query(UnitCost)]
    assert weight <= HELD_WEIGHT + 100


def test_class_is_what_costs_alike() -> None:
    plain = validate_scenario(scenario(1.0))
    assert unit_class(plain, 1000) == unit_class(plain, 1023)
    assert unit_class(plain, 1024).packet_octave == unit_class(plain, 1000).packet_octave + 1
    lossy = scenario(1.0)
    loss = {"kind": "bernoulli", "probability": 0.01}
    lossy["bottleneck"] = {**lossy["bottleneck"], "loss": loss}
    kind = unit_class(validate_scenario(lossy), 1000).kind
    assert kind == f"{unit_class(plain, 1000).kind} loss"


def test_every_cell_has_its_class() -> None:
    work = read_experiment(experiment_data(3)).work
    assert {cell.unit_class.packet_octave for cell in work} == {9}
