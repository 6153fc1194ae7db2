"""Algorithms of one's own in the client, computed on this machine."""

import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar
from zipfile import ZipFile

import pytest
import wasmtime

from fairtt_lab import (
    InvalidInputError,
    RunFailedError,
    arms,
    axis,
    experiment,
    flow,
    link,
    module,
    scenario,
    simulate,
)
from fairtt_lab.generated.models import Scenario
from fairtt_lab.locally import LocalLab
from fairtt_lab.modules import Module
from lab_cli.main import main
from lab_exec.python_algorithm import Ack, Congestion, Controller, Start
from lab_exec.scenario_modules import ChosenModule
from lab_exec.wasm_module import load_module
from tests.cli.wat import wat

NEWRENO = Path(__file__).parents[2] / "sim-core" / "modules" / "newreno.wasm"


def fight(algorithm: str | Module, **parameters: float) -> Scenario:
    flows = [flow(algorithm, rtt_s=0.04, parameters=parameters), flow("cubic", rtt_s=0.03)]
    return scenario(link(10e6), flows, duration_s=3)


@pytest.fixture
def mine() -> Module:
    return module(NEWRENO)


def test_says_what_it_declares(mine: Module) -> None:
    chosen = ChosenModule(load_module(NEWRENO), {})
    assert (mine.name, mine.title) == (chosen.module.name, "NewReno (module)")
    assert mine.description.parameters[0].name == "beta_256ths"
    assert module(NEWRENO) is mine


def test_a_run_has_the_numbers_of_the_core(here: LocalLab, mine: Module, tmp_path: Path) -> None:
    run = here.run(fight(mine, beta_256ths=179), seed=3).wait()
    native = here.run(fight("newreno", beta_ratio=179 / 256), seed=3).wait()
    assert run.result.series_digest == native.result.series_digest
    assert run.result.scenario_digest != native.result.scenario_digest
    assert simulate(fight(mine, beta_256ths=179), 3).summary_digest == run.result.summary_digest
    path = run.export("zip", tmp_path / "run.zip")
    assert main(["replay", str(path)]) == 0
    run.export("qlog", tmp_path / "part.qlog", packets=(1.0, 1.1))


def test_a_sweep_compares_it(here: LocalLab, mine: Module, tmp_path: Path) -> None:
    base = fight("newreno")
    wanted = experiment(base, [arms(["newreno", mine], path="flows.0.algorithm")], seeds=2)
    found = here.sweep(wanted).wait()
    table = found.table()
    first, second = (table[table["cell_index"] == cell] for cell in (0, 1))
    assert list(first["jain_index"]) == list(second["jain_index"])
    path = found.export("zip", tmp_path / "experiment.zip")
    with ZipFile(path) as files:
        assert f"modules/{mine.name.removeprefix('wasm:')}.wasm" in files.namelist()
    assert main(["replay", str(path), "--jobs", "1"]) == 0


def test_a_sweep_over_its_parameter_in_threads() -> None:
    """In a process that has loaded no module: runs that begin together share wasmtime's engine,
    also while it is being made.
    """
    program = f"""
import time
import wasmtime
from fairtt_lab import axis, experiment, flow, link, local, module, scenario
make = wasmtime.Engine
wasmtime.Engine = lambda config: time.sleep(0.2) or make(config)
base = scenario(link(10e6), [flow(module({str(NEWRENO)!r}), rtt_s=0.04)], duration_s=1)
varied = axis("flows.0.algorithm.parameters.beta_256ths", [100, 179])
with local(jobs=4) as here:
    print(len(here.sweep(experiment(base, [varied], seeds=2)).wait().table()))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.stdout, done.returncode) == (b"4\n", 0), done.stderr.decode()


def test_a_cell_with_what_it_does_not_allow_is_refused(here: LocalLab, mine: Module) -> None:
    varied = axis("flows.0.algorithm.parameters.beta_256ths", [100, 300])
    with pytest.raises(InvalidInputError, match="is 300; it must be at most 243") as refusal:
        here.sweep(experiment(fight(mine), [varied], seeds=1))
    assert (refusal.value.field, refusal.value.bound) == ("axes.0.moves.0.values", 243)


class HalfOnLoss(Controller):
    """Additive increase, multiplicative decrease."""

    description: ClassVar[dict[str, Any]] = {"name": "half", "title": "Half on loss"}
    window = 10.0

    def on_start(self, start: Start) -> int:
        """The first window."""
        return start.initial_window_packets

    def on_ack(self, ack: Ack) -> int:
        """A packet each round."""
        self.window += ack.newly_acked_packets / self.window
        return int(self.window)

    def on_congestion(self, _congestion: Congestion) -> int:
        """Half of it."""
        self.window = max(self.window / 2, 2)
        return int(self.window)


class Fails(HalfOnLoss):
    """At the first loss."""

    def on_congestion(self, _congestion: Congestion) -> int:
        """Divides by zero."""
        return 1 // 0


def test_a_class_runs_in_a_scenario_of_the_client() -> None:
    result = simulate(fight("newreno"), 3, controller=HalfOnLoss, replaces="newreno")
    assert [flow.algorithm.partition(":")[0] for flow in result.flows] == ["python", "cubic"]
    again = simulate(fight("bbr1"), 3, controller=HalfOnLoss, replaces="bbr1")
    assert again.series_digest == result.series_digest
    # Its name is a digest of its source, and of that of the classes that it inherits from.
    failing = type("Fails", (HalfOnLoss,), {})
    other = simulate(fight("newreno"), 3, controller=failing, replaces="newreno")
    assert other.flows[0].algorithm != result.flows[0].algorithm
    assert other.series_digest == result.series_digest


def test_what_is_wrong_with_a_class_is_said() -> None:
    with pytest.raises(RunFailedError, match=r"(?s)'Half on loss' failed at .*ZeroDivisionError"):
        simulate(fight("newreno"), 3, controller=Fails)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"replaces": "bbr2"}, "no flow of the scenario has the algorithm 'bbr2'"),
        ({"parameters": {"beta": 1}}, "'beta' is not a parameter of it; it has none"),
        ({"controller": Controller}, "the description of Controller: "),
    ]
    for more, message in wrong:
        with pytest.raises(InvalidInputError, match=message) as refusal:
            simulate(fight("newreno"), 3, **{"controller": HalfOnLoss, **more})
        assert refusal.value.field == "controller"
        assert "--algorithm" not in str(refusal.value)
    with pytest.raises(InvalidInputError, match="it can be given only with a controller"):
        simulate(fight("newreno"), 3, replaces="newreno")


def test_is_refused_where_it_is_written(here: LocalLab, mine: Module, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="'none' cannot be read: No such file"):
        module("none")
    (tmp_path / "text.wasm").write_text("no module")
    with pytest.raises(InvalidInputError, match="it does not begin as WebAssembly does"):
        module(tmp_path / "text.wasm")
    (tmp_path / "large.wasm").write_bytes(bytes(2**21 + 1))
    with pytest.raises(InvalidInputError, match="has 2097153 bytes; at most 2097152") as refusal:
        module(tmp_path / "large.wasm")
    assert (refusal.value.field, refusal.value.bound) == ("path", 2**21)
    with pytest.raises(InvalidInputError, match="it must be at most 243") as refusal:
        fight(mine, beta_256ths=300)
    assert refusal.value.field == "flows.0.algorithm.parameters.beta_256ths"
    with pytest.raises(InvalidInputError, match="is not a parameter of 'NewReno"):
        fight(mine, gamma=1)
    unread = fight("wasm:" + "0" * 64)
    with pytest.raises(InvalidInputError, match=r"has not read: call module\(FILE\)"):
        here.run(unread)


def test_one_that_traps_is_a_failed_run(here: LocalLab, tmp_path: Path) -> None:
    path = tmp_path / "traps.wasm"
    path.write_bytes(wasmtime.wat2wasm(wat({"ccsim_on_ack": "unreachable"})))
    with pytest.raises(RunFailedError, match=r"'Hostile' failed at .* it gave up"):
        here.run(fight(module(path))).wait()
