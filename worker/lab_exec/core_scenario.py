"""A validated scenario as the struct that the core takes. Units are converted by the bindings."""

import ccsim

from lab_model.scenarios import Scenario, buffer_bytes
from lab_model.scenarios.bottleneck import Loss, NoLoss
from lab_model.scenarios.components import Component
from lab_model.scenarios.flows import FlowGroup


def core_scenario(scenario: Scenario) -> ccsim.Scenario:
    """The core's view: no names, the buffer in bytes, every parameter that was given."""
    transport = scenario.transport
    return ccsim.Scenario(
        duration_s=scenario.duration_s,
        warmup_s=scenario.warmup_s,
        sample_interval_s=scenario.sample_interval_s,
        packet_bytes=scenario.packet_bytes,
        header_bytes=scenario.header_bytes,
        start_jitter_s=scenario.start_jitter_s,
        bottleneck=ccsim.Bottleneck(
            rate_bps=scenario.bottleneck.rate_bps,
            delay_s=scenario.bottleneck.delay_s,
            buffer_bytes=buffer_bytes(scenario),
            queue=_component(scenario.bottleneck.queue),
            loss=_core_loss(scenario.bottleneck.loss),
        ),
        transport=ccsim.Transport(
            initial_window_packets=transport.initial_window_packets,
            min_rto_s=transport.min_rto_s,
            send_quantum=ccsim.SendQuantum[transport.send_quantum.upper()],
            send_quantum_packets=transport.send_quantum_packets,
            paces_window_based=transport.window_pacing,
        ),
        groups=[_core_group(group) for group in scenario.flows],
    )


def _core_group(group: FlowGroup) -> ccsim.FlowGroup:
    receiver = group.receiver
    return ccsim.FlowGroup(
        count=group.count,
        rtt_s=group.rtt_s,
        start_s=group.start_s,
        stop_s=group.stop_s,
        algorithm=group.algorithm.name,
        parameters=group.algorithm.parameters,
        traffic=_component(group.traffic),
        receiver=ccsim.Receiver(
            ack_every_packets=receiver.ack_every_packets,
            ack_timeout_s=receiver.ack_timeout_s,
            window_bytes=receiver.window_bytes,
            ack_aggregation_s=receiver.ack_aggregation_s,
            quick_ack_packets=receiver.quick_ack_packets,
        ),
    )


def _core_loss(loss: Loss) -> ccsim.Loss:
    if isinstance(loss, NoLoss):
        return ccsim.Loss(
            model=None,
            position=ccsim.LossPosition.AFTER_QUEUE,
            direction=ccsim.LossDirection.DATA,
        )
    return ccsim.Loss(
        model=_component(loss),
        position=ccsim.LossPosition[loss.position.upper()],
        direction=ccsim.LossDirection[loss.direction.upper()],
    )


def _component(chosen: Component) -> ccsim.Component:
    return ccsim.Component(chosen.kind, chosen.parameters())
