"""One change at a time: what each alteration makes of a scenario, and what it is called."""

from typing import Any

import pytest

from lab_model.experiments import ExperimentDefinition
from lab_model.experiments.number_names import group_labels
from lab_model.scenarios import Scenario, buffer_bytes, scenario_digest, validate_scenario
from lab_model.scenarios.algorithm_choice import AlgorithmChoice
from lab_model.scenarios.bottleneck import Buffer
from lab_model.what_if.alterations import (
    EqualRtts,
    NoRandomLoss,
    OtherAlgorithm,
    OtherBuffer,
    WithoutGroup,
)
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.experiment import group_places, is_what_if, what_if_experiment
from lab_model.what_if.offers import (
    offered_alterations,
    offered_neighbours,
    offered_seed_count,
)

LONG_S, SHORT_S = 0.08, 0.02


def _scenario(**bottleneck: Any) -> Scenario:
    """A mouse, then three elephants; 2 BDP of the mouse."""
    return validate_scenario(
        {
            "name": "Mouse and herd",
            "duration_s": 10,
            "bottleneck": {"rate_bps": 10_000_000, "buffer": {"amount": 2}, **bottleneck},
            "flows": [
                {"label": "mouse", "rtt_s": SHORT_S, "algorithm": {"name": "bbr2"}},
                {"label": "herd", "count": 3, "rtt_s": LONG_S, "algorithm": {"name": "bbr2"}},
            ],
        }
    )


def _without(index: int) -> WithoutGroup:
    return WithoutGroup(kind="without_group", group_index=index)


class TestOneChange:
    def test_a_buffer_keeps_its_bytes_when_the_flow_that_named_them_leaves(self) -> None:
        base = _scenario()
        altered = _without(0).apply(base)
        assert [group.label for group in altered.flows] == ["herd"]
        assert buffer_bytes(altered) == buffer_bytes(base)

    def test_equal_rtts_are_the_mean_over_flows_and_keep_the_bytes(self) -> None:
        base = _scenario()
        altered = EqualRtts(kind="equal_rtts").apply(base)
        assert [group.rtt_s for group in altered.flows] == [0.065, 0.065]
        assert buffer_bytes(altered) == buffer_bytes(base)
        assert EqualRtts(kind="equal_rtts").title(base) == "Every RTT 65 ms"

    def test_what_would_be_no_scenario_is_not_offered(self) -> None:
        """The mean RTT of 55 ms is too short for a path of 90 ms, and so are 2% less than that."""
        far = {"id": "far", "rate_bps": 10_000_000, "delay_s": 0.04}
        base = validate_scenario(
            {
                "duration_s": 10,
                "bottleneck": {"rate_bps": 10_000_000, "delay_s": 0.005},
                "links": [far],
                "flows": [
                    {"rtt_s": 0.02, "algorithm": {"name": "cubic"}},
                    {
                        "rtt_s": 0.09,
                        "algorithm": {"name": "cubic"},
                        "path": ["far", "bottleneck"],
                    },
                ],
            }
        )
        kinds = {change.kind for change in offered_alterations(base)}
        assert "without_group" in kinds
        assert "equal_rtts" not in kinds
        near = [change.title(base) for change in offered_neighbours(base)]
        assert "RTT +2%" in near
        assert "RTT −2%" not in near

    def test_an_own_algorithm_has_its_short_name(self) -> None:
        choice = AlgorithmChoice(name=f"wasm:1a2b3c4d{'0' * 56}")
        change = OtherAlgorithm(kind="other_algorithm", group_index=0, algorithm=choice)
        assert change.title(_scenario()) == "mouse on wasm:1a2b3c4d"

    def test_an_rtt_can_be_given(self) -> None:
        altered = EqualRtts(kind="equal_rtts", rtt_s=0.05).apply(_scenario())
        assert {group.rtt_s for group in altered.flows} == {0.05}

    def test_only_the_named_group_changes_its_algorithm(self) -> None:
        change = OtherAlgorithm(
            kind="other_algorithm", group_index=1, algorithm=AlgorithmChoice(name="cubic")
        )
        altered = change.apply(_scenario())
        assert [group.algorithm.name for group in altered.flows] == ["bbr2", "cubic"]
        assert change.title(_scenario()) == "herd (3 flows) on CUBIC"

    def test_random_loss_goes_and_the_queue_stays(self) -> None:
        loss = {"kind": "bernoulli", "probability": 0.01}
        base = _scenario(loss=loss)
        altered = NoRandomLoss(kind="no_random_loss").apply(base)
        assert scenario_digest(altered) == scenario_digest(_scenario())

    def test_loss_for_a_time_goes_too(self) -> None:
        steps = [{"at_s": 1, "probability": 0.1}]
        lossy = {"kind": "bernoulli", "probability": 0.01}
        for fields in ({"loss_schedule": steps}, {"loss": lossy, "loss_schedule": steps}):
            base = _scenario(**fields)
            altered = NoRandomLoss(kind="no_random_loss").apply(base)
            assert scenario_digest(altered) == scenario_digest(_scenario())
            assert "no_random_loss" in [item.kind for item in offered_alterations(base)]

    def test_a_buffer_is_named_with_the_rtt_of_its_bdp_and_its_packets(self) -> None:
        change = OtherBuffer(kind="other_buffer", buffer=Buffer(amount=1.0))
        assert change.title(_scenario()) == "Buffer 1 BDP of 20 ms (16 packets)"
        assert buffer_bytes(change.apply(_scenario())) == 16 * 1500


class TestWhatCanNotBe:
    def test_the_only_group_stays(self) -> None:
        alone = _without(1).apply(_scenario())
        with pytest.raises(ImpossibleAlterationError, match="only flow group"):
            _without(0).apply(alone)

    def test_a_group_that_is_not_there(self) -> None:
        with pytest.raises(ImpossibleAlterationError, match="the flow groups are 0 to 1"):
            _without(2).apply(_scenario())

    def test_loss_that_is_not_there(self) -> None:
        with pytest.raises(ImpossibleAlterationError, match="no random loss"):
            NoRandomLoss(kind="no_random_loss").apply(_scenario())


class TestExperiment:
    def test_the_first_arm_is_the_scenario_itself(self) -> None:
        base = _scenario()
        definition = _experiment(base)
        assert is_what_if(definition)
        assert definition.axes[0].names == ["As it is", "Without mouse", "Without herd (3 flows)"]
        assert definition.name == "What would change: Mouse and herd"

    def test_says_where_each_arm_has_the_groups(self) -> None:
        assert group_places(_experiment(_scenario())) == [[0, 1], [None, 0], [0, None]]

    def test_equal_groups_are_matched_in_order(self) -> None:
        group = {"label": "twin", "rtt_s": 0.02, "algorithm": {"name": "cubic"}}
        data = {"duration_s": 5, "bottleneck": {"rate_bps": 1_000_000}, "flows": [group, group]}
        definition = what_if_experiment(validate_scenario(data), [_without(0)], 2)
        assert group_places(definition) == [[0, 1], [0, None]]

    def test_a_group_that_differs_between_arms_has_no_label(self) -> None:
        # Number 0 is the mouse in one arm and the herd in another.
        assert group_labels(_experiment(_scenario())) == ["", "herd"]

    def test_another_experiment_is_none(self) -> None:
        definition = ExperimentDefinition(base=_scenario())
        assert not is_what_if(definition)


class TestOffers:
    def test_asks_what_the_scenario_makes_interesting(self) -> None:
        base = _scenario(loss={"kind": "bernoulli", "probability": 0.001})
        titles = [offer.title(base) for offer in offered_alterations(base)]
        assert titles == [
            "Without mouse",
            "Without herd (3 flows)",
            "Every RTT 65 ms",
            "No random loss",
            "herd (3 flows) on CUBIC",
            "Buffer 8 BDP of 20 ms (133 packets)",
            "Queue FQ-CoDel",
        ]

    def test_every_offer_is_a_valid_experiment(self) -> None:
        base = _without(1).apply(_scenario(buffer={"amount": 100, "unit": "packets"}))
        offers = offered_alterations(base)
        kinds = [offer.kind for offer in offers]
        assert kinds == ["other_algorithm", "other_buffer", "other_queue"]
        assert len(what_if_experiment(base, offers, 3).axes[0].names or []) == 4

    def test_offers_fewer_seeds_of_what_costs_more(self) -> None:
        quick = _scenario()
        costly = validate_scenario(
            quick.model_dump(mode="json")
            | {"duration_s": 600, "bottleneck": {"rate_bps": 1_000_000_000}}
        )
        assert offered_seed_count(quick, 6) == 20
        assert offered_seed_count(costly, 6) == 3


def _experiment(base: Scenario) -> ExperimentDefinition:
    return what_if_experiment(base, [_without(0), _without(1)], 3)
