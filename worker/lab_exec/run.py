"""Runs one scenario in the core: the only door to it."""

import itertools
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import ccsim

from lab_exec.chunk import Chunk, read_chunk
from lab_exec.errors import RunFailedError
from lab_exec.packets import PacketWatch, read_packets
from lab_exec.series_digest import SeriesDigest
from lab_exec.tail import TailWatch, read_tail
from lab_model.modules import is_module_name
from lab_model.results.build import CoreBuild, build_result
from lab_model.scenarios import Scenario, buffer_bytes
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM
from lab_model.scenarios.bottleneck import Bottleneck, Loss, NoLoss
from lab_model.scenarios.components import Component
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import BOTTLENECK_ID, Link, all_links
from lab_model.scenarios.transport import HANDSHAKE_ROUND_TRIPS, SENT_HANDSHAKES

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule

# Some 40 to 200 calls a second on a machine of 2026: quick enough for a cancel and for a first
# curve that a user waits for, too rare to slow the core down.
PROGRESS_EVERY_EVENTS = 50_000
BOUNDED_EVERY_EVENTS = 50
"""For a module whose packets are bounded: one that floods may send thousands in each event."""


_of_thread = threading.local()

Json = dict[str, Any]


class RunCancelledError(Exception):
    """A progress callback returned False. `simulated_s` is how far the run had come."""

    def __init__(self, simulated_s: float) -> None:
        super().__init__(f"cancelled after {simulated_s:.12g} simulated seconds")
        self.simulated_s = simulated_s


@dataclass(frozen=True)
class CauseWatch:
    """Receives what limited each flow and what set that limit (CauseReport in
    sim-core/include/ccsim/cause.h, as the core's module gives it), once the run is over.
    """

    on_causes: Callable[[dict[str, Any]], object]


def behaviour_version() -> int:
    """The behaviour of the installed core: raised when a run gives other numbers."""
    return ccsim.behaviour_version()


def core_version() -> str:
    """Release and hash of the core that is installed here."""
    return ccsim.core_version()


def core_cpu_s() -> float:
    """CPU seconds that this thread has spent in the core so far, callbacks included."""
    spent_s: float = getattr(_of_thread, "core_cpu_s", 0.0)
    return spent_s


def run_scenario(  # noqa: PLR0913 - each is one wish of a different caller
    scenario: Scenario,
    seed: int,
    *,
    on_chunk: Callable[[Chunk], object] | None = None,
    on_progress: Callable[[float], object] | None = None,
    series: bool = True,
    watch: PacketWatch | CauseWatch | None = None,
    tails: TailWatch | None = None,
    modules: "Mapping[str, LoadedModule] | None" = None,
) -> dict[str, Any]:
    """Runs a scenario to its end and returns its result (see docs/architecture.md).

    `on_chunk` gets every finished chunk of series in order. `on_progress` gets the simulated time
    in seconds; returning False cancels, and `RunCancelledError` is raised. An exception of a
    callback comes out unchanged. With `series` False none are recorded, which is faster, and the
    result's `series_digest` is null; `on_chunk` is then never called. `watch` writes down the
    packet events of a part of the run, or its causes; `tails` gets what a chunk has before it is
    full, as often as it asks. The result is the same with and without either. `modules` has the
    algorithms of the scenario that are modules (`with_module()`), each loaded for this run alone;
    one that fails raises `ModuleFailedError`.
    """
    digest = SeriesDigest()

    def take(core_chunk: ccsim.SeriesChunk) -> None:
        chunk = read_chunk(core_chunk)
        digest.update(chunk)
        if on_chunk is not None:
            on_chunk(chunk)

    def take_tail(tail: ccsim.SeriesTail) -> None:
        if tails is not None:
            tails.on_tail(read_tail(tail))

    own = modules or {}
    may_continue, every_events = _watched(own, on_progress)
    core = core_scenario(scenario, own)
    started_s = time.thread_time()
    run = ccsim.run(
        core,
        seed,
        on_chunk=take if series else None,
        on_progress=may_continue,
        progress_every_events=every_events,
        wanted_tail_values=None if tails is None else tails.wanted_tail_values,
        on_tail=take_tail,
        packet_window=watch.window.for_core() if isinstance(watch, PacketWatch) else None,
        # Equal for every caller with series: those of the RTT's parts come with causes only.
        records_causes=isinstance(watch, CauseWatch) or on_chunk is not None,
    )
    _of_thread.core_cpu_s = core_cpu_s() + time.thread_time() - started_s
    for module in own.values():
        module.raise_failure()
    if run.is_cancelled:
        raise RunCancelledError(run.simulated_s)
    _hand_over(run, watch)
    defaults = {name: module.defaults for name, module in own.items()}
    series_digest = digest.hexdigest() if series else None
    return build_result(scenario, seed, run, series_digest, core_build(defaults))


def _hand_over(run: ccsim.RunResult, watch: PacketWatch | CauseWatch | None) -> None:
    if isinstance(watch, PacketWatch):
        watch.on_events(read_packets(run))
    elif watch is not None and run.causes is not None:
        watch.on_causes(run.causes)


def _watched(
    modules: "Mapping[str, LoadedModule]", on_progress: Callable[[float], object] | None
) -> tuple[Callable[[float], object] | None, int]:
    """The progress callback for the core, and after how many events it is called: it ends the run
    where a module has failed. `on_progress` is not called more often because a module is checked
    more closely.
    """
    if not modules:
        return on_progress, PROGRESS_EVERY_EVENTS
    cores = [module.core for module in modules.values()]
    is_bounded = any(module.most_packets for module in modules.values())
    every_events = BOUNDED_EVERY_EVENTS if is_bounded else PROGRESS_EVERY_EVENTS
    calls = itertools.cycle(range(PROGRESS_EVERY_EVENTS // every_events))

    def may_continue(simulated_s: float) -> bool:
        if on_progress is not None and next(calls) == 0 and on_progress(simulated_s) is False:
            return False
        return all(core.failure is None for core in cores)

    return may_continue, every_events


def core_scenario(
    scenario: Scenario, modules: "Mapping[str, LoadedModule] | None" = None
) -> ccsim.Scenario:
    """The core's view: no names, the buffer in bytes, every parameter that was given.

    Raises `RunFailedError` for an algorithm that is a module and not among `modules`.
    """
    own = modules or {}
    for group in scenario.flows:
        name = group.algorithm.name
        if is_module_name(name) and name not in own:
            raise RunFailedError(f"the scenario's algorithm {name} is a module that is not here")
    transport = scenario.transport
    return ccsim.Scenario(
        duration_s=scenario.duration_s,
        warmup_s=scenario.warmup_s,
        sample_interval_s=scenario.sample_interval_s,
        packet_bytes=scenario.packet_bytes,
        header_bytes=scenario.header_bytes,
        start_jitter_s=scenario.start_jitter_s,
        bottleneck=_core_link(scenario, BOTTLENECK_ID),
        further_links=[_core_link(scenario, link.id) for link in scenario.links],
        transport=ccsim.Transport(
            initial_window_packets=transport.initial_window_packets,
            min_rto_s=transport.min_rto_s,
            send_quantum=ccsim.SendQuantum[transport.send_quantum.upper()],
            send_quantum_packets=transport.send_quantum_packets,
            paces_window_based=transport.window_pacing,
            host_jitter_s=transport.host_jitter_s,
            handshake_round_trips=HANDSHAKE_ROUND_TRIPS[transport.handshake],
            sends_handshake=transport.handshake in SENT_HANDSHAKES,
        ),
        groups=[
            _core_group(group, list(all_links(scenario)), own.get(group.algorithm.name))
            for group in scenario.flows
        ],
    )


def _core_link(scenario: Scenario, link_id: str) -> ccsim.Bottleneck:
    link = all_links(scenario)[link_id]
    return ccsim.Bottleneck(
        rate_bps=link.rate_bps,
        delay_s=link.delay_s,
        buffer_bytes=buffer_bytes(scenario, link_id),
        queue=_component(link.queue),
        loss=_core_loss(link.loss),
        changes=_core_changes(link),
        filters_acks=isinstance(link, Link) and link.ack_filter,
    )


def _core_group(
    group: FlowGroup, link_ids: list[str], module: "LoadedModule | None"
) -> ccsim.FlowGroup:
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
            acks_pushed=receiver.ack_pushed,
            read_rate_bps=receiver.read_rate_bps or 0,
        ),
        path=[link_ids.index(link_id) for link_id in group.path],
        return_path=[link_ids.index(link_id) for link_id in group.return_path],
        ecn=None if group.ecn is None else ccsim.EcnFeedback[group.ecn.upper()],
        module=None if module is None else module.core,
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


def _core_changes(link: Bottleneck) -> ccsim.LinkChanges:
    return ccsim.LinkChanges(
        rates=[(step.at_s, step.rate_bps, step.ramp_s) for step in link.rate_schedule],
        opportunities_ms=link.trace.opportunities_ms,
        delays=[(step.at_s, step.delay_s, step.ramp_s) for step in link.delay_schedule],
        outages=[
            (
                outage.at_s,
                outage.at_s + outage.duration_s,
                ccsim.LossDirection[outage.direction.upper()],
            )
            for outage in link.outages
        ],
        jitter_s=link.jitter_s,
        jitter_reorders=link.jitter_reorders,
        losses=[
            (step.at_s, step.probability, ccsim.LossDirection[step.direction.upper()])
            for step in link.loss_schedule
        ],
        jitter_is_normal=link.jitter_distribution == "normal",
        jitter_correlation=link.jitter_correlation_ratio,
        trace_holds=link.trace.after_end == "hold",
    )


def _component(chosen: Component) -> ccsim.Component:
    return ccsim.Component(chosen.kind, chosen.parameters())


def core_build(module_defaults: Mapping[str, Json]) -> CoreBuild:
    """Which core is installed here, as a result names it, with the parameters of algorithms that
    are modules, by name.
    """
    return CoreBuild(
        version=ccsim.core_version(),
        behaviour_version=ccsim.behaviour_version(),
        defaults_of=lambda name: (
            module_defaults[name] if name in module_defaults else _defaults(name)
        ),
    )


@cache
def _defaults(algorithm: str) -> Json:
    if algorithm == NO_ALGORITHM:
        return {}
    entry = next(item for item in ccsim.components()["algorithms"] if item["name"] == algorithm)
    return {parameter["name"]: parameter["default"] for parameter in entry["parameters"]}
