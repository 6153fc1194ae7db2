"""How long a path is over time: its propagation, as the schedules of its links change it."""

import itertools

from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.flows import FlowGroup
from lab_model.scenarios.links import all_links
from lab_model.scenarios.scenario_fields import ScenarioFields


def delay_at_s(link: Bottleneck, time_s: float) -> float:
    """One-way propagation delay of a link at a moment."""
    delay_s = link.delay_s
    for step in link.delay_schedule:
        if time_s < step.at_s:
            break
        part = 1.0 if step.ramp_s == 0 else min((time_s - step.at_s) / step.ramp_s, 1.0)
        delay_s += (step.delay_s - delay_s) * part
    return delay_s


def base_rtt_at_s(scenario: ScenarioFields, group: FlowGroup, time_s: float) -> float:
    """Two-way propagation of a group's path at a moment."""
    links = [all_links(scenario)[link_id] for link_id in (*group.path, *group.return_path)]
    return group.rtt_s + sum(delay_at_s(link, time_s) - link.delay_s for link in links)


def path_changes(scenario: ScenarioFields, group: FlowGroup, from_s: float, to_s: float) -> bool:
    """Whether its propagation is another at some moment of a time, or was just before it."""
    links = [all_links(scenario)[link_id] for link_id in (*group.path, *group.return_path)]
    noticed_s = from_s - 2 * base_rtt_at_s(scenario, group, from_s)
    return any(
        step.at_s < to_s and step.at_s + step.ramp_s > noticed_s
        for link in links
        for step in link.delay_schedule
    )


def mean_base_rtt_s(
    scenario: ScenarioFields, group: FlowGroup, from_s: float, to_s: float
) -> float:
    """The mean over a time of the flow group's base RTT."""
    links = [all_links(scenario)[link_id] for link_id in (*group.path, *group.return_path)]
    bounds = {from_s, to_s}
    for link in links:
        for step in link.delay_schedule:
            bounds |= {step.at_s, step.at_s + step.ramp_s}
    inside = sorted(time_s for time_s in bounds if from_s <= time_s <= to_s)
    if to_s <= from_s:
        return base_rtt_at_s(scenario, group, from_s)
    # Between two bounds the delay is straight, so that its middle is its mean.
    total = sum(
        (end_s - begin_s) * base_rtt_at_s(scenario, group, (begin_s + end_s) / 2)
        for begin_s, end_s in itertools.pairwise(inside)
    )
    return total / (to_s - from_s)
