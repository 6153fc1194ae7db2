"""Both in every situation: three numbers each, and which rule of TCP's closes a gap."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from lab_exec import run_scenario
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.scenarios import Scenario
from lab_research.adapters.build import BUILD, build, rules
from lab_research.adapters.situations import SEEDS, scenario
from lab_research.adapters.sources import CONTROLLERS, Controller
from lab_research.places import ROOT

BOUND_RATIO: Final = 0.05
BOUND_SHARE: Final = 0.005
"""Difference of retransmission shares, where 5% of a small share would be a few packets."""
SWITCHES: Final = {
    "timeouts": {"tcp_timeouts": 1},
    "episodes": {"tcp_episodes": 1},
    "undo": {"tcp_undo": 1},
    "timeouts, episodes and undo": {"tcp_timeouts": 1, "tcp_episodes": 1, "tcp_undo": 1},
}
"""What an adapter can do as TCP does (research/adapters/abi.rs), by name of the difference."""
PRR: Final = "PRR"
"""In recovery the core's transport leads the window to ssthresh (RFC 6937); here ours, without."""
MODULES: Final = ROOT / "sim-core" / "modules"
_HYSTART: Final[dict[str | None, dict[str, int]]] = {
    None: {},
    "off": {"has_hystart": 0},
    "classic": {"has_hystart": 1},
}
"""Parameters of our module by the slow start of ours; of NewReno there is one."""


@dataclass(frozen=True)
class Numbers:
    """Means over the seeds, all flows together."""

    goodput_bps: float
    retransmit_ratio: float
    mean_rtt_s: float

    def agrees(self, ours: "Numbers") -> bool:
        """Whether goodput and RTT are within 5% and retransmissions within 5% or half a point."""
        gap = abs(self.retransmit_ratio - ours.retransmit_ratio)
        return (
            abs(self.goodput_bps / ours.goodput_bps - 1) <= BOUND_RATIO
            and abs(self.mean_rtt_s / ours.mean_rtt_s - 1) <= BOUND_RATIO
            and gap <= max(BOUND_RATIO * ours.retransmit_ratio, BOUND_SHARE)
        )


@dataclass(frozen=True)
class Row:
    """One controller in one situation."""

    controller: str
    situation: str
    ours: Numbers
    theirs: Numbers
    is_within: bool
    closed_by: str
    """The `SWITCHES`, or the rules of the crate left out, with which the two agree; "" if they
    agree anyway, or never."""


def compare(controller: Controller, module: Path, titles: list[str]) -> list[Row]:
    """A row for each of these situations."""
    return [_row(controller, module, title) for title in titles]


def _row(controller: Controller, module: Path, title: str) -> Row:
    ours = _ours(controller.ours, tuple(controller.parameters.items()), title)
    theirs = _theirs(controller, module, title, {})
    is_within = theirs.agrees(ours)
    closed_by = "" if is_within else _closed_by(controller, module, title, ours)
    return Row(controller.name, title, ours, theirs, is_within, closed_by)


def _closed_by(controller: Controller, module: Path, title: str, ours: Numbers) -> str:
    """The first change, from the smallest on, with which both agree."""
    switches = SWITCHES if controller.is_quic else {}
    of_crate = tuple(rules(controller.name))
    without: list[tuple[str, ...]] = [(name,) for name in of_crate]
    if len(of_crate) > 1:
        without.append(of_crate)
    for name, given in switches.items():
        if _theirs(controller, module, title, given).agrees(ours):
            return name
    for names in without:
        if _theirs(controller, _without(controller.name, names), title, {}).agrees(ours):
            return " and ".join(names)
    if switches and of_crate:
        name, given = list(switches.items())[-1]
        if _theirs(controller, _without(controller.name, of_crate), title, given).agrees(ours):
            return f"{name}, {' and '.join(of_crate)}"
    return _closed_by_prr(controller, module, title, without)


def _closed_by_prr(
    controller: Controller, module: Path, title: str, without: list[tuple[str, ...]]
) -> str:
    """As `_closed_by`, compared with ours with a window that falls at once, as the crate's does."""
    bare = bare_module(controller)
    if bare is None:
        return ""
    path, given = bare
    ours = _theirs(controller, path, title, given)
    for names in ((), *without):
        built = _without(controller.name, names) if names else module
        if _theirs(controller, built, title, {}).agrees(ours):
            return " and ".join((PRR, *names))
    return ""


def bare_module(controller: Controller) -> tuple[Path, dict[str, int]] | None:
    """Ours as a module whose window rules in recovery too, and its parameters; None where there is
    no module with the slow start that the other has.
    """
    hystart = controller.parameters.get("hystart")
    if hystart not in _HYSTART:
        return None
    shipped = (MODULES / f"{controller.ours}.wasm").read_bytes()
    # The description says it, and both words are of three letters.
    path = BUILD / f"{controller.ours}-without-prr.wasm"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(shipped.replace(b'"recovery": "prr"', b'"recovery": "own"'))
    return path, _HYSTART[hystart]


@cache
def _without(name: str, names: tuple[str, ...]) -> Path:
    return build(next(each for each in CONTROLLERS if each.name == name), names)


@cache
def _ours(algorithm: str, parameters: tuple[tuple[str, Any], ...], title: str) -> Numbers:
    return _mean([_run(scenario(title, algorithm, dict(parameters)), seed) for seed in SEEDS])


def _theirs(controller: Controller, module: Path, title: str, switches: dict[str, int]) -> Numbers:
    chosen = ChosenModule(load_module(module), switches)
    replaced = with_module(scenario(title, controller.ours, {}), chosen)
    modules = {chosen.module.name: chosen.module}
    return _mean([_run(replaced, seed, modules=modules) for seed in SEEDS])


def _run(of: Scenario, seed: int, **more: Any) -> Numbers:
    result = run_scenario(of, seed, series=False, **more)
    rtts_s = [flow["mean_rtt_s"] for flow in result["flows"]]
    summary = result["summary"]
    mean_s = sum(rtts_s) / len(rtts_s)
    return Numbers(summary["goodput_bps"], summary["retransmit_ratio"], mean_s)


def _mean(runs: list[Numbers]) -> Numbers:
    count = len(runs)
    return Numbers(
        goodput_bps=sum(run.goodput_bps for run in runs) / count,
        retransmit_ratio=sum(run.retransmit_ratio for run in runs) / count,
        mean_rtt_s=sum(run.mean_rtt_s for run in runs) / count,
    )
