"""What the experiments behind a paper will take on this machine, from runs that are done first."""

import time
from dataclasses import dataclass

from lab_model.papers.experiments import Measures
from lab_research.reproduce.run import WORK, Known, Plan, UnitKey


@dataclass(frozen=True)
class Cost:
    """The cost of an experiment, without results that are known or that an earlier experiment
    computes.
    """

    plan: Plan
    missing_count: int
    """Runs that have to be computed."""
    missing_packets: int
    """Packets of these, as predicted from rates and lengths."""
    cpu_s: float
    """CPU time of these in one process; 0 without any."""


def measure_costs(plans: list[Plan], known: Known) -> list[Cost]:
    """Computes a few of the missing runs, adds them to `known`, and predicts the time of all."""
    taken: set[tuple[Measures, UnitKey]] = set(known)
    costs: list[Cost] = []
    for plan in plans:
        missing = {
            key: cell for key, cell in plan.unit_keys().items() if (plan.measures, key) not in taken
        }
        taken.update((plan.measures, key) for key in missing)
        costs.append(_measured(plan, missing, known))
    return costs


def _measured(plan: Plan, missing: dict[UnitKey, int], known: Known) -> Cost:
    if not missing:
        return Cost(plan, 0, 0, 0.0)
    work = plan.expansion.work
    keys = list(missing)
    spent_s, packets = [], []
    # They differ in algorithm, buffer or RTT.
    for key in dict.fromkeys((keys[0], keys[len(keys) // 2], keys[-1])):
        cell = missing[key]
        scenario = plan.expansion.scenario(cell)
        began_s = time.process_time()
        known[plan.measures, key] = WORK[plan.measures](scenario, key[1])
        spent_s.append(time.process_time() - began_s)
        packets.append(work[cell].predicted_packets)
    # The first one also loads what a process loads once.
    skipped = 1 if len(spent_s) > 1 else 0
    packet_s = sum(spent_s[skipped:]) / sum(packets[skipped:])
    missing_packets = sum(work[cell].predicted_packets for cell in missing.values())
    return Cost(plan, len(missing), missing_packets, missing_packets * packet_s)
