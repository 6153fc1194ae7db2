"""What the lab says of networks that are not one drop-tail queue with bulk flows: each with what is
right and what was said before and is false.
"""

from dataclasses import replace

import pytest

from lab_research.cases.explained import Network, load_networks, outcome_of

NETWORKS = {network.name: network for network in load_networks()}
LONG = {"hystart_jitter_early_exit", "bbr1_six_shallow", "policed_bbr1", "trace_bdp"} | {
    "prague_vs_cubic_shared_codel",
    "loss_for_a_time",
}


def _check(network: Network) -> None:
    outcome = outcome_of(network)
    assert not outcome.missing, outcome.sentences
    assert not outcome.false, outcome.sentences


@pytest.mark.parametrize("name", sorted(set(NETWORKS) - LONG))
def test_what_is_said_of_a_network_is_right(name: str) -> None:
    _check(NETWORKS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG))
def test_what_is_said_of_a_larger_network_is_right(name: str) -> None:
    _check(NETWORKS[name])


def test_a_sentence_that_is_missing_or_false_is_found() -> None:
    network = NETWORKS["vegas_reroute"]
    other = replace(network, seed=1, says=("no such words",), never=("RTT of the empty path",))
    outcome = outcome_of(other)
    assert outcome.missing == ["no such words"]
    assert outcome.false == ["RTT of the empty path"]
    assert not outcome.matches
