"""The Python client as a package: thin, complete, and the same from its sources."""

import json
import subprocess
import sys
import tomllib
from email import message_from_string
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest

from fairtt_lab import arms, axis, experiment, flow, link, local, scenario
from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_exec.run import run_scenario
from lab_model.scenarios import Scenario, scenario_digest, validate_scenario
from tools.bootstrap.node import find_node
from tools.commands.package import build_client, build_npm
from tools.paths import PROJECT_ROOT

LARGEST_WHEEL_BYTES = 500_000
ALLOWED = {"httpx", "numpy", "pandas", "pydantic"}
# What is in this environment, and in none that has only the wheel.
ABSENT = (
    "alembic celery ccsim fastapi lab lab_cli lab_research lab_worker limits matplotlib nbformat "
    "PIL polars psycopg pyarrow redis rich scipy sqlalchemy structlog tenacity tqdm uvicorn"
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheel and the sdist."""
    return build_client(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def unpacked(built: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip would have put the wheel."""
    folder = tmp_path_factory.mktemp("site")
    with ZipFile(built[0]) as wheel:
        wheel.extractall(folder)
    return folder


def _in_empty_environment(unpacked: Path, program: str, *arguments: str) -> str:
    """Runs Python where of our packages there is only the wheel, and of others what it needs."""
    head = f"""
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {set(ABSENT.split())!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import importlib.util
found = importlib.util.find_spec
def find_spec(name, package=None):
    return None if name in {set(ABSENT.split())!r} else found(name, package)
importlib.util.find_spec = find_spec
sys.meta_path.insert(0, Absent())
sys.path.insert(0, sys.argv.pop(1))
"""
    command = [sys.executable, "-P", "-c", head + program, str(unpacked), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_wheel_is_thin_and_says_what_it_needs(built: list[Path]) -> None:
    wheel, sdist = built
    assert (wheel.suffix, sdist.name.endswith(".tar.gz")) == (".whl", True)
    assert wheel.stat().st_size < LARGEST_WHEEL_BYTES
    with ZipFile(wheel) as packed:
        [metadata] = [name for name in packed.namelist() if name.endswith("/METADATA")]
        needed = message_from_string(packed.read(metadata).decode()).get_all("Requires-Dist", [])
    always = {entry.partition("<")[0].partition(">")[0] for entry in needed if "extra" not in entry}
    assert always == ALLOWED


def _extract(archive: Path, folder: Path) -> None:
    # Python's own asks for a filter from 3.12 on, and knows none before 3.11.4.
    subprocess.run(["tar", "-xzf", str(archive), "-C", str(folder)], check=True)


def test_sdist_builds_the_same_wheel(built: list[Path], tmp_path: Path) -> None:
    wheel, sdist = built
    _extract(sdist, tmp_path)
    [folder] = tmp_path.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()


def test_every_module_of_the_client_loads_without_the_extras(unpacked: Path) -> None:
    program = """
from importlib import import_module
from pathlib import Path
root = Path(sys.path[0])
for path in sorted((root / "fairtt_lab").rglob("*.py")):
    name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    if name not in ("fairtt_lab.locally.runs", "fairtt_lab.locally.experiments"):
        assert Path(import_module(name).__file__) == path
from fairtt_lab import NotInstalledError, local
try:
    local()
except NotInstalledError as error:
    print(error)
"""
    said = _in_empty_environment(unpacked, program)
    assert "local() needs the package 'ccsim'" in said
    assert "the extra 'local' of fairtt-lab" in said


def test_an_archive_is_read_without_what_computes_intervals(unpacked: Path, tmp_path: Path) -> None:
    base = scenario(
        link(10e6), [flow("cubic", rtt_s=0.03), flow("cubic", rtt_s=0.05)], duration_s=2
    )
    axes = [arms(["newreno", "cubic"]), axis("bottleneck.buffer.amount", [1, 2])]
    with local(jobs=2) as lab:
        swept = lab.sweep(experiment(base, axes, seeds=3)).wait()
        swept.export("zip", tmp_path / "swept.zip")
        program = """
from fairtt_lab import open_experiment_archive
read = open_experiment_archive(sys.argv[1])
print(read.map("throughput_ratio").to_json(double_precision=15), end="|")
print(read.differences("throughput_ratio").to_json(double_precision=15), end="")
"""
        shown = _in_empty_environment(unpacked, program, str(tmp_path / "swept.zip"))
        here = [swept.map("throughput_ratio"), swept.differences("throughput_ratio")]
    assert shown == "|".join(frame.to_json(double_precision=15) for frame in here)


def test_version_and_bounds_are_those_of_the_service() -> None:
    client, server = (
        tomllib.loads((PROJECT_ROOT / name).read_text())["project"]
        for name in ("pyproject.toml", "backend/pyproject.toml")
    )
    assert client["version"] == server["version"]
    needed = {*client["dependencies"], *client["optional-dependencies"]["local"]}
    for entry in server["dependencies"]:
        name = entry.partition(">")[0]
        assert entry in needed or not any(other.startswith(f"{name}>") for other in needed)


TWO_FLOWS = {
    "version": 1,
    "duration_s": 5,
    "bottleneck": {"rate_bps": 1e7, "buffer": {"amount": 2, "unit": "bdp"}},
    "flows": [
        {"label": name, "rtt_s": rtt_s, "algorithm": {"name": "bbr2"}}
        for name, rtt_s in (("elephant", 0.04), ("mouse", 0.02))
    ],
}
# A program of a user who has only the package.
PROGRAM = """
import { load, packets, run, ScenarioError } from '%s';
const scenario = JSON.parse(process.argv[2]);
const result = await run(scenario, 3, { series: true });
const refused = [];
const flows = [{ ...scenario.flows[0], algorithm: { name: 'cubik' } }];
for (const wrong of [{ ...scenario, duration_s: -3, bottlenek: 1 }, { ...scenario, flows }]) {
  await run(wrong).catch((error) => {
    if (error instanceof ScenarioError) refused.push(error.problems);
  });
}
const simulator = await load();
let ended = '';
try {
  simulator.run(scenario, 3, { onProgress: () => false });
} catch (error) {
  ended = error.name;
}
const { series, ...numbers } = result;
const outside = [];
for (const window of [{ from_s: 2, to_s: 1 }, { from_s: 0, to_s: 1, most: 0 }]) {
  await packets(scenario, window).catch(({ name, message }) => outside.push(`${name}: ${message}`));
}
const seen = await packets(scenario, { from_s: 1, to_s: 1.25 }, 3);
const few = await packets(scenario, { from_s: 1, to_s: 1.25, most: 5 }, 3);
console.log(JSON.stringify({
  ...numbers, refused, ended, outside, seen, few, again: simulator.run(scenario, 3).series_digest,
  times: [...series.times_s], rtt: [...series.flows[1].values.rtt_s],
}));
"""


def test_the_package_of_npm_gives_the_digests_of_the_native_core(tmp_path: Path) -> None:
    archive = build_npm(tmp_path)
    _extract(archive, tmp_path)
    folder = tmp_path / "package"
    assert {path.name for path in folder.iterdir()} >= {"index.d.ts", "LICENSE", "ccsim.wasm"}
    program = tmp_path / "try.mjs"
    program.write_text(PROGRAM % (folder / "index.js").as_uri())
    command = [find_node().node, program, json.dumps(TWO_FLOWS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)

    checked = validate_scenario(TWO_FLOWS)
    native = run_scenario(checked, 3)
    assert printed["scenario_digest"] == scenario_digest(checked)
    assert printed["series_digest"] == printed["again"] == native["series_digest"]
    flows = native["flows"]
    assert [flow["throughput_bps"] for flow in printed["flows"]] == [
        flow["throughput_bps"] for flow in flows
    ]
    assert (len(printed["times"]), len(printed["rtt"])) == (50, 50)
    assert printed["times"][-1] == pytest.approx(5)
    assert printed["ended"] == "Cancelled"
    paths = [[problem["path"] for problem in problems] for problems in printed["refused"]]
    assert paths == [["duration_s", "bottlenek"], ["flows.0.algorithm.name"]]
    _compare_packets(printed, checked)
    assert _in_page(folder) == [
        printed["scenario_digest"],
        printed["series_digest"],
        printed["seen"],
    ]


def _compare_packets(printed: dict[str, Any], checked: Scenario) -> None:
    part = compute_run(checked, 3, PacketWindow(1.0, 1.25, 100_000)).packets()
    assert part is not None
    assert printed["seen"] == {"is_truncated": False, "events": dict(part.columns)}
    few = {name: column[:5] for name, column in part.columns.items()}
    assert printed["few"] == {"is_truncated": True, "events": few}
    assert printed["outside"] == [
        "RangeError: from_s is 2 and to_s 1; they must be seconds from 0, from_s below to_s",
        "RangeError: most is 0; it must be a whole number from 1 to 2000000",
    ]


# A page that serves the folder of the package: no bundler, a strict policy.
PAGE = """<!doctype html><title>wait</title><script type="module" src="try.js"></script>"""
PAGE_PROGRAM = """
import { packets, run } from './package/index.js';
const scenario = %s;
try {
  const { scenario_digest, series_digest } = await run(scenario, 3);
  const seen = await packets(scenario, { from_s: 1, to_s: 1.25 }, 3);
  document.body.textContent = JSON.stringify([scenario_digest, series_digest, seen]);
  document.title = 'done';
} catch (error) {
  document.title = `failed: ${error}`;
}
"""
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
OPEN = """
import { launch, openPage } from '%s';
const browser = await launch();
const { page, complaints } = await openPage(browser);
await page.goto(process.argv[2]);
await page.waitForFunction(() => document.title !== 'wait', null, { timeout: 120_000 });
console.log(await page.title() === 'done' && complaints.length === 0
  ? await page.textContent('body')
  : JSON.stringify([await page.title(), ...complaints]));
await browser.close();
"""


def _in_page(folder: Path) -> list[Any]:
    """What a plain page in Chromium gets of the package."""
    root = folder.parent
    (root / "index.html").write_text(PAGE)
    (root / "try.js").write_text(PAGE_PROGRAM % json.dumps(TWO_FLOWS))
    (root / "favicon.ico").write_bytes(b"")
    program = root / "open.mjs"
    program.write_text(OPEN % (PROJECT_ROOT / "tests/e2e/support/browser.mjs").as_uri())

    class Strict(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(root))

        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Strict) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/index.html"
        command = [find_node().node, program, address]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        server.shutdown()
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))
