"""A notebook of a page without a server: the page's core, run by Node, under the Python of the
page, run here. Digests and numbers are those of the native core.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from lab.site import notebook
from lab.site.shown import PLOTLY, TABULAR, Cells
from lab_exec import run_scenario
from lab_model.comparisons.rows import mean_and_ends
from lab_model.presets import load_presets
from lab_model.scenarios import Scenario
from tests.support.page import ask_page_core
from tools.paths import PROJECT_ROOT

Json = dict[str, Any]

FIGHT: Final = """
from fairtt_lab import buffer, flow, link, local, scenario

lab = local()
fight = scenario(
    link(5e6, buffer=buffer(2)),
    [flow("cubic", rtt_s=0.03, label="near"), flow("bbr1", rtt_s=0.06, label="far")],
    duration_s=4,
    warmup_s=1,
)
"""


class NodeCore:
    """The page's core, started by Node for each question."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._runs: list[Json] = []
        self.forgotten: list[int] = []
        self.shown: list[tuple[int, int]] = []

    def compute(self, scenario: str, seed: int) -> str:
        self._runs.append({"scenario": json.loads(scenario), "seed": seed})
        found = self._ask(len(self._runs) - 1)
        return json.dumps({"run": len(self._runs) - 1, "core": found["numbers"]})

    def series(self, run: int, query: str) -> str:
        return json.dumps(self._ask(run, query)["series"][0])

    def timeline(self, run: int) -> str:
        return json.dumps(self._ask(run)["timeline"])

    def causes(self, run: int) -> str:
        return json.dumps(self._ask(run)["causes"])

    def forget(self, run: int) -> None:
        self.forgotten.append(run)

    def progress(self, done: int, of: int) -> None:
        self.shown.append((done, of))

    def cases(self) -> str:
        return json.dumps([preset.model_dump(mode="json") for preset in load_presets()])

    def _ask(self, run: int, query: str = "points=10") -> Json:
        return ask_page_core(self._folder, [{**self._runs[run], "series": [query]}])[0]


@pytest.fixture
def core(tmp_path: Path) -> NodeCore:
    return NodeCore(tmp_path)


@pytest.fixture
def cells(core: NodeCore, monkeypatch: pytest.MonkeyPatch) -> "Notebook":
    """As the page's worker begins."""
    notebook.use_page(core)
    monkeypatch.setitem(__import__("sys").modules, "fairtt_lab", notebook)
    return Notebook()


class Notebook:
    """Cells, and what the last one of them showed."""

    def __init__(self) -> None:
        self.outputs: list[Json] = []
        self._cells = Cells(lambda text: self.outputs.append(json.loads(text)))
        self._count = 0

    def run(self, source: str) -> str:
        self.outputs.clear()
        self._count += 1
        return self._cells.run(source, self._count)

    def value(self, source: str) -> Any:
        assert self.run(source) == "ok", self.outputs
        return self._cells.names.get("_")


def test_a_run_in_a_cell_is_that_of_the_native_core(cells: Notebook) -> None:
    run = cells.value(FIGHT + "run = lab.run(fight, seed=3)\nrun")
    native = run_scenario(run.scenario, 3)
    assert run.result.series_digest == native["series_digest"]
    assert run.result.summary_digest == native["summary_digest"]
    assert run.result.summary.jain_index == native["summary"]["jain_index"]
    series = cells.value('run.series("throughput_bps", subjects="flow:1", points=20)')
    assert series.columns[:4] == ["subject", "index", "group_index", "label"]
    assert set(series["label"]) == {"far"}
    assert len(series) >= 10
    assert cells.value('len(run.series("queue_bytes")["value"])') == native["sample_count"]
    assert cells.value("[each.flow_index for each in run.causes()]") == [0, 1]
    assert (
        "definition" in cells.value("run.phenomena()").columns
        or len(cells.value("run.phenomena()")) == 0
    )
    figure = cells.value("run.plot(['throughput_bps', 'queue_bytes'])")
    assert {trace["name"] for trace in figure.data} == {"near", "far", "link"}
    assert PLOTLY in cells.outputs[-1]["data"]


def test_means_over_seeds_have_the_intervals_of_the_lab(cells: Notebook, core: NodeCore) -> None:
    found = cells.value(
        FIGHT + 'many = lab.over_seeds(fight, [1, 2, 3])\nmany.interval("mean_queue_s")'
    )
    natives = [run_scenario(cells.value("fight"), seed)["summary"] for seed in (1, 2, 3)]
    seconds = [each["mean_queue_bytes"] * 8 / 5e6 for each in natives]
    assert (found.mean, found.low, found.high) == pytest.approx(mean_and_ends(seconds))
    assert found.count == 3
    assert core.shown == [(0, 3), (1, 3), (2, 3)]
    assert cells.value('many.difference_from(many, "mean_queue_s")').mean == 0
    assert cells.value('many.table("jain_index")["count"]') == [3]
    assert TABULAR in (cells.value('many.table("jain_index")') and cells.outputs[-1]["data"])


def test_known_cases_are_those_of_the_lab(cells: Notebook) -> None:
    preset = load_presets()[0]
    cells.value("from fairtt_lab import local\nlab = local()")
    assert cells.value(f"lab.known_case({preset.id!r})") == Scenario.model_validate(
        preset.variants[0].scenario
    )
    assert cells.run("lab.known_case('nothing')") == "error"
    assert "there are elephant-and-mouse" in cells.outputs[0]["evalue"]


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        ("lab.run({**fight.model_dump(mode='json'), 'duration_s': -1})", "InvalidInputError", "-1"),
        (
            "scenario(link(1e6), [flow('cubik', rtt_s=1)], duration_s=5)",
            "InvalidInputError",
            "cubik",
        ),
        ("run.series('speed')", "InvalidInputError", "throughput_bps"),
        ("lab.over_seeds(fight, [])", "InvalidInputError", "0 seeds"),
        ("1 / 0", "ZeroDivisionError", "division"),
        ("raise SystemExit(3)", "SystemExit", "3"),
        ("def f(:", "SyntaxError", "invalid"),
    ],
)
def test_an_error_is_reported_with_the_line(
    cells: Notebook, line: str, name: str, said: str
) -> None:
    cells.value(FIGHT + "run = lab.run(fight)")
    assert cells.run(f"\n{line}") == "error"
    (error,) = cells.outputs
    assert error["ename"] == name
    assert said in error["evalue"]
    traceback = "\n".join(error["traceback"])
    assert 'File "<cell 2>", line 2' in traceback
    assert line in traceback
    assert "shown.py" not in traceback


def test_what_a_student_writes_wrongly_is_named_with_its_value_and_bound(cells: Notebook) -> None:
    cells.value(FIGHT)
    near = "flow('cubic', rtt_s=0.03)"
    for line, said in {
        f"scenario(link(-1), [{near}], duration_s=0)": (
            "2 fields are not valid.\n"
            "duration_s is 0 s; it must be at least 0.001 s\n"
            "bottleneck.rate_bps is -1 bit/s; it must be at least 1000 bit/s"
        ),
        f"scenario(1e6, [{near}], duration_s=5)": "bottleneck is 1000000; it must be an object",
        f"scenario(link(1e6), {near}, duration_s=5)": "flows must be a list",
        f"scenario(link(1e6, buffer=2), [{near}], duration_s=5)": "bottleneck.buffer is 2; it",
        "scenario(link(1e6), ['cubic'], duration_s=5)": "flows.0 is 'cubic'; it must be an object",
        "scenario(link(1e6), [flow('cubic', rtt=1)], duration_s=5)": "flow() missing",
        "lab.run('fight')": "The scenario is 'fight'; it must be an object",
        "lab.over_seeds(fight, 5)": "seeds is 5; give several, e.g. range(5)",
        "lab.run_many([fight])": "runs must be pairs of a scenario and a seed",
    }.items():
        assert cells.run(line) == "error", line
        assert said in cells.outputs[-1]["evalue"]


def test_outputs_are_those_of_a_notebook(cells: Notebook) -> None:
    assert cells.run("print('a')\nprint('b')\n40 + 2") == "ok"
    texts = [each["text"] for each in cells.outputs if each["output_type"] == "stream"]
    assert "".join(texts) == "a\nb\n"
    assert cells.outputs[-1] == {
        "output_type": "execute_result",
        "execution_count": 1,
        "data": {"text/plain": "42"},
        "metadata": {},
    }
    cells.run("7;")
    assert cells.outputs == []


def test_a_cell_that_prints_without_end_is_cut(cells: Notebook) -> None:
    cells.run("for _ in range(100_000): print('x' * 100)")
    text = "".join(each["text"] for each in cells.outputs)
    assert 200_000 <= len(text) < 201_000
    assert "are not shown" in text
    assert cells.run("for _ in range(300): display(1)") == "error"
    assert "at most 200 outputs" in cells.outputs[-1]["evalue"]


EXAMPLES = PROJECT_ROOT / "frontend" / "src" / "site" / "notebook" / "examples"


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_cell_of_an_example_runs(cells: Notebook, path: Path) -> None:
    sources = [
        "".join(cell["source"])
        for cell in json.loads(path.read_text())["cells"]
        if cell["cell_type"] == "code"
    ]
    assert len(sources) >= 3
    for source in sources:
        assert cells.run(source) == "ok", cells.outputs
        assert cells.outputs or "sweep =" in source
