"""Runs of the core with their chains of causes, and packets to check them by."""

from dataclasses import dataclass
from typing import Any

from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_exec.explained import explained_run
from lab_model.causes import FlowCase, FlowChain
from lab_model.scenarios import validate_scenario


@dataclass(frozen=True)
class Explained:
    """A run, and why its flows got what they got."""

    data: dict[str, Any]
    seed: int
    result: dict[str, Any]
    cases: dict[int, FlowCase]
    chains: dict[int, FlowChain]

    def link(self, flow: int, kind: str) -> Any:
        """One link of a flow's chain."""
        return next(link for link in self.chains[flow].links if link.kind == kind)

    def packets(self, from_s: float, to_s: float) -> PacketEvents:
        """Every packet event of a time, from the same run computed again."""
        found: list[PacketEvents] = []
        watch = PacketWatch(PacketWindow(from_s, to_s, 1_000_000), found.append)
        run_scenario(validate_scenario(self.data), self.seed, series=False, watch=watch)
        return found[0]


def explain(data: dict[str, Any], seed: int = 1) -> Explained:
    """Runs a scenario and makes a chain for every flow, as the service does."""
    explained = explained_run(validate_scenario(data), seed)
    return Explained(data, seed, explained.result, explained.cases, explained.chains)
