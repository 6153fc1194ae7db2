"""The claims that the titles of arms carry, held against the packets of the runs they name."""

import pytest

from lab_model.scenarios import Scenario, validate_scenario
from lab_model.what_if.claims import arm_claims
from lab_model.what_if.offers import offered_alterations, offered_neighbours
from tests.model.causes.test_claims import random_network, varied_network
from tests.model.what_if.test_claims_of_arms import ODD
from tests.support.arm_claims import ArmOracle

WITHOUT_CLAIMS = {"other_algorithm", "no_path_change", "other_ecn"}
"""Packets carry no name of an algorithm, and no length of the path; what marks may also drop."""


def _hold(base: Scenario) -> int:
    """How many claims were held."""
    held = 0
    for arm in [*offered_alterations(base), *offered_neighbours(base)]:
        title, claims = arm.title(base), arm_claims(arm, base)
        if not claims:
            continue
        oracle = ArmOracle(arm.apply(base), 1)
        assert oracle.is_whole
        for claim in claims:
            oracle.hold(claim, title)
            held += 1
    return held


@pytest.mark.parametrize("name", ODD)
def test_packets_of_arms_of_odd_networks_are_as_claimed(name: str) -> None:
    assert _hold(ODD[name]) > 0


@pytest.mark.parametrize("seed", range(8))
def test_packets_of_arms_of_random_networks_are_as_claimed(seed: int) -> None:
    assert _hold(validate_scenario(random_network(seed))) > 0
    assert _hold(validate_scenario(varied_network(seed))) > 0


def test_every_change_but_three_claims_something() -> None:
    claiming, silent = set(), set()
    for base in [*ODD.values(), *(validate_scenario(varied_network(seed)) for seed in range(40))]:
        for arm in offered_alterations(base):
            (claiming if arm_claims(arm, base) else silent).add(arm.kind)
    assert silent - claiming <= WITHOUT_CLAIMS
    assert len(claiming) > 10
