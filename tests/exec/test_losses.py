"""What was lost and marked, with its reason, in results and in packet events."""

from typing import Any

import ccsim
import pytest

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.algorithms import queue_traits, registry
from lab_model.results.schemas import LOSS_REASONS, LossesRead
from lab_model.scenarios import Scenario, validate_scenario


def _scenario(queue: dict[str, Any], **link: Any) -> Scenario:
    return validate_scenario(
        {
            "duration_s": 5,
            "warmup_s": 1,
            "bottleneck": {
                "rate_bps": 1e7,
                "delay_s": 0.01,
                "buffer": {"amount": 2, "rtt_s": 0.03},
                "queue": queue,
                **link,
            },
            "flows": [{"rtt_s": 0.03, "count": 2, "algorithm": {"name": "cubic"}}],
        }
    )


def test_the_reasons_are_those_of_the_core() -> None:
    assert list(LOSS_REASONS) == ccsim.loss_reasons()[1:]


@pytest.mark.parametrize(
    ("queue", "reasons"),
    [
        ({"kind": "droptail"}, {"buffer_full"}),
        ({"kind": "policer"}, {"policer"}),
        ({"kind": "codel"}, {"delay"}),
    ],
)
def test_the_losses_of_a_result_add_up_to_its_summary(
    queue: dict[str, Any], reasons: set[str]
) -> None:
    result = run_scenario(_scenario(queue), 1)
    table = LossesRead.model_validate(result["losses"])
    assert {row.reason for row in table.rows} == reasons
    assert all(row.packets == sum(row.bucket_packets) for row in table.rows)
    lost = sum(row.window_packets for row in table.rows)
    assert lost == result["summary"]["dropped_packets"] > 0


def test_loss_for_a_time_is_random_and_within_its_time() -> None:
    steps = [{"at_s": 2, "probability": 0.1, "direction": "both"}, {"at_s": 3, "probability": 0}]
    scenario = _scenario({"kind": "droptail"}, loss_schedule=steps)
    rows = run_scenario(scenario, 1)["losses"]["rows"]
    for is_ack in (False, True):
        found = [row for row in rows if row["reason"] == "random" and row["is_ack"] == is_ack]
        assert found
        assert all(2 <= row["first_s"] <= row["last_s"] < 3 for row in found)


def test_an_outage_is_not_random() -> None:
    scenario = _scenario({"kind": "droptail"}, outages=[{"at_s": 2, "duration_s": 0.5}])
    rows = run_scenario(scenario, 1)["losses"]["rows"]
    data = [row for row in rows if row["reason"] == "outage" and not row["is_ack"]]
    assert data
    assert all(2 <= row["first_s"] <= row["last_s"] < 2.5 for row in data)
    assert not any(row["reason"] == "random" for row in rows)


def test_packet_events_give_the_reason_of_each_loss() -> None:
    taken: list[PacketEvents] = []
    watch = PacketWatch(PacketWindow(0, 5, 100_000), taken.append)
    run_scenario(_scenario({"kind": "policer"}), 1, watch=watch)
    columns = taken[0].columns()
    reasons = {
        reason
        for kind, reason in zip(columns["kind"], columns["reason"], strict=True)
        if kind == "dropped"
    }
    assert reasons == {"policer"}
    assert columns["reason"][0] is None


@pytest.mark.parametrize("kind", [queue.name for queue in registry().queues])
@pytest.mark.parametrize("buffer_packets", [4, 20_000])
def test_a_queue_loses_for_reasons_that_it_declares(kind: str, buffer_packets: int) -> None:
    traits = queue_traits(kind)
    buffer = {"amount": buffer_packets, "unit": "packets"}
    rows = run_scenario(_scenario({"kind": kind}, buffer=buffer), 1)["losses"]["rows"]
    reasons = {row["reason"] for row in rows}
    assert reasons <= {*traits.early_drops, traits.overflow}
    if buffer_packets > 4:
        assert traits.overflow not in reasons
        assert bool(reasons) == bool(traits.early_drops)
    elif traits.delays_excess:
        assert traits.overflow in reasons
