"""The lab as a folder of files: what is written, what is refused, and what Python answers there."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from lab.errors import InvalidInput, LabError, MixedBehaviours, NotDone, NotFound
from lab.site import __main__ as command
from lab.site import folder as site_folder
from lab.site.folder import ABOUT, FolderRefusedError, write_site
from lab.site.in_page import answer
from lab.site.interface import NoInterfaceError, copy_interface
from lab.site.python_parts import OWN_PACKAGES, PURE_MODULES, PURE_PACKAGES
from lab_model.presets import load_presets
from lab_model.scenarios import Scenario, derive, scenario_digest
from tests.support.scenarios import scenario
from tools.paths import PROJECT_ROOT

PAGE = PROJECT_ROOT / "frontend" / "index.html"

# All that a page's Python has, and what is imported there.
AS_IN_A_PAGE = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        # What begins with _ is the system's own.
        if top[0] != "_" and top not in {*sys.stdlib_module_names, *sys.argv[1:]}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Missing())
import lab.site.attempts
import lab.site.experiment_views
import lab.site.files
import lab.site.in_page
import lab.site.notebook
import lab.site.unit_files
"""


def test_a_page_has_all_that_its_python_imports() -> None:
    there = (*OWN_PACKAGES, *PURE_PACKAGES, *PURE_MODULES, "pydantic_core")
    command = [sys.executable, "-c", AS_IN_A_PAGE, *there]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def interface(tmp_path: Path) -> Path:
    """As a build leaves it, but for the scripts."""
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    text = PAGE.read_text().replace("/src/main.tsx", "/assets/index-1.js")
    links = '<a href="/build">Build</a> <!-- site: <a href="/notebook">Notebook</a> -->'
    text = text.replace("<!-- navigation -->", links)
    (built / "index.html").write_text(text)
    for name in ("favicon.svg", "before-paint.js"):
        shutil.copyfile(PROJECT_ROOT / "frontend" / "public" / name, built / name)
    for name in ("index-1.js", "index-1.js.br", "index-1.js.gz", "compile-1.js"):
        (built / "assets" / name).write_text("")
    return built


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """Files by the names of Pyodide's, and a wheel with one module."""
    parts = tmp_path / "parts"
    parts.mkdir()
    for name in site_folder.RUNTIME:
        (parts / name).write_text(name)
    (parts / site_folder.LOCK).write_text(
        json.dumps({"info": {"python": "3"}, "packages": {"x": 1}})
    )
    with zipfile.ZipFile(parts / "pydantic_core-0-none-any.whl", "w") as wheel:
        wheel.writestr("pydantic_core/__init__.py", "")
    return parts


class Addresses(HTMLParser):
    """The addresses of a page, and its policy."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.addresses += [found[name] or "" for name in ("href", "src") if name in found]
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"] or ""


def test_a_site_is_written_and_written_again(tmp_path: Path, interface: Path, python: Path) -> None:
    target = tmp_path / "site"
    write_site(target, interface, python)
    about = json.loads((target / ABOUT).read_text())
    for path in about["answers"]:
        json.loads((target / "answers" / f"{path}.json").read_text())
    presets = json.loads((target / "answers" / "presets.json").read_text())
    assert [preset["id"] for preset in presets] == [preset.id for preset in load_presets()]
    assert {f"presets/{preset['id']}" for preset in presets} <= set(about["answers"])
    with zipfile.ZipFile(target / "python" / "packages.zip") as packages:
        names = set(packages.namelist())
    assert {"lab/site/in_page.py", "pydantic/__init__.py", "pydantic_core/__init__.py"} <= names
    # Neither what asks a database nor what Python in a page does not have.
    assert not any(name.startswith(("lab/models", "sqlalchemy", "numpy")) for name in names)
    check_offline(target)
    (target / "left-over").write_text("")
    write_site(target, interface, python)
    assert not (target / "left-over").exists()


def check_offline(target: Path) -> None:
    """Browsers get the digest of every file, and the version of the page."""
    script = (target / "service-worker.js").read_text()
    found = re.search(r"^const VERSION = '([0-9a-f]{64})';$", script, re.MULTILINE)
    listed = re.search(r"^const FILES = (\{.*?\});$", script, re.MULTILINE | re.DOTALL)
    assert found is not None
    assert listed is not None
    files = {path.relative_to(target).as_posix(): path for path in target.rglob("*")}
    assert json.loads(listed[1]) == {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in files.items()
        if path.is_file() and name != "service-worker.js"
    }
    page = (target / "index.html").read_text()
    assert f'<meta name="lab-site" content="{found[1]}" />' in page
    assert "./site.webmanifest" in Addresses(page).addresses
    manifest = json.loads((target / "site.webmanifest").read_text())
    assert (target / manifest["icons"][0]["src"]).is_file()


def test_an_older_module_stays_for_its_links(
    tmp_path: Path, interface: Path, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = interface / "assets" / "ccsim-1.wasm"
    module.write_bytes(b"of behaviour 6")
    monkeypatch.setattr(site_folder, "newest_behaviour", lambda: 6)
    write_site(tmp_path / "older", interface, python)
    write_site(tmp_path / "site", interface, python)
    module.rename(module.with_name("ccsim-2.wasm")).write_bytes(b"of behaviour 7")
    monkeypatch.setattr(site_folder, "newest_behaviour", lambda: 7)
    # In place, another time in place, and in a new folder.
    write_site(tmp_path / "site", interface, python)
    write_site(tmp_path / "site", interface, python)
    write_site(tmp_path / "new", interface, python, tmp_path / "older")
    write_site(tmp_path / "without", interface, python)
    for name in ("site", "new"):
        found = json.loads((tmp_path / name / ABOUT).read_text())["cores"]
        assert found == {"6": "cores/6.wasm", "7": "assets/ccsim-2.wasm"}
        assert (tmp_path / name / "cores/6.wasm").read_bytes() == b"of behaviour 6"
        check_offline(tmp_path / name)
    assert list(json.loads((tmp_path / "without" / ABOUT).read_text())["cores"]) == ["7"]


def test_nothing_outside_of_an_older_site_is_taken_for_a_module(
    tmp_path: Path, interface: Path, python: Path
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    (tmp_path / "secret").write_text("")
    (older / ABOUT).write_text(json.dumps({"cores": {"1": "../secret", "../2": ABOUT}}))
    write_site(tmp_path / "site", interface, python, older)
    assert json.loads((tmp_path / "site" / ABOUT).read_text())["cores"] == {}
    with pytest.raises(FolderRefusedError, match="is not a site"):
        write_site(tmp_path / "site", interface, python, tmp_path)


def test_equal_files_are_one_version(tmp_path: Path, interface: Path, python: Path) -> None:
    scripts = []
    for name in ("one", "other"):
        write_site(tmp_path / name, interface, python)
        scripts.append((tmp_path / name / "service-worker.js").read_text())
    assert scripts[0] == scripts[1]


def test_its_page_works_below_any_path(tmp_path: Path, interface: Path) -> None:
    target = tmp_path / "copied"
    target.mkdir()
    copy_interface(interface, target)
    page = Addresses((target / "index.html").read_text())
    places = {"#/", "#/build", "#/notebook"}
    assert places | {"./favicon.svg", "./assets/index-1.js"} <= set(page.addresses)
    assert all(address.startswith(("./", "#/")) for address in page.addresses)
    assert "script-src 'self' 'wasm-unsafe-eval'" in page.policy
    assert "frame-ancestors" not in page.policy
    assert [path.name for path in (target / "assets").iterdir()] == ["index-1.js"]


def test_what_is_not_a_site_is_left_alone(
    tmp_path: Path, interface: Path, python: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "thesis"
    target.mkdir()
    (target / "chapter-1.txt").write_text("words")
    arguments = [str(target), "--interface", str(interface), "--python", str(python)]
    assert command.main(arguments) == command.INPUT_WRONG
    assert "was not written by ./lab site" in capsys.readouterr().err
    assert (target / "chapter-1.txt").read_text() == "words"
    with pytest.raises(FolderRefusedError, match="is not a folder"):
        write_site(target / "chapter-1.txt", interface, python)
    with pytest.raises(NoInterfaceError):
        copy_interface(target, tmp_path)


def asked(question: str, body: Any) -> tuple[int, Any]:
    found = json.loads(answer(question, json.dumps(body)))
    return found["status"], found["body"]


def test_a_page_checks_a_scenario_as_the_service_does() -> None:
    valid = Scenario.model_validate(scenario())
    status, body = asked("check", {"scenario": scenario()})
    assert status == 200
    assert body["scenario_digest"] == scenario_digest(valid)
    assert body["derived"] == derive(valid).model_dump(mode="json")


def test_a_page_refuses_in_the_words_of_the_service() -> None:
    wrong = {**scenario(), "warmup_s": 1000, "packet_bytes": 1}
    status, body = asked("check", {"scenario": wrong})
    refusal = InvalidInput(body["detail"]).problem()
    assert (status, body["type"], body["title"]) == (
        refusal.status,
        refusal.type,
        refusal.title,
    )
    assert [item["path"] for item in body["errors"]] == ["packet_bytes"]
    assert body["errors"][0]["pointer"] == "/scenario/packet_bytes"
    assert body["detail"] == body["errors"][0]["message"]


def test_a_page_runs_what_a_page_can_compute() -> None:
    status, body = asked("create", {"scenario": scenario(), "seed": 3})
    assert (status, body["seed"]) == (200, 3)
    assert body["scenario"]["flows"][0]["label"] != ""
    assert body["name"] != ""
    large = {**scenario(), "duration_s": 3000}
    large["bottleneck"] = {**large["bottleneck"], "rate_bps": 1_000_000_000}
    status, body = asked("create", {"scenario": large})
    assert status == 422
    assert "without a server" in body["detail"]
    of_module = scenario()
    of_module["flows"][0]["algorithm"] = {"name": "wasm:" + "ab" * 32}
    status, body = asked("create", {"scenario": of_module})
    assert status == 422
    assert body["detail"].startswith("The algorithm wasm:abababab is a WebAssembly module")


def result_of(queue_bytes: float) -> dict[str, Any]:
    """Of a run, as far as its numbers are compared."""
    flow = {"group_index": 0, "flow_index": 0, "throughput_bps": 4e6, "active_s": 1.0}
    summary = {"mean_queue_bytes": queue_bytes, "jain_index": 1.0}
    return {"summary": summary, "link": {"rate_bps": 1e7}, "flows": [flow]}


def run_of(number: int, queue_bytes: float, **more: Any) -> dict[str, Any]:
    """A run as a page has it."""
    return {
        "id": str(UUID(int=number)),
        "name": "short",
        "seed": number,
        "status": "done",
        "scenario": scenario(),
        "scenario_digest": "ab" * 32,
        "core_version": "1",
        "behaviour_version": 7,
        "result": result_of(queue_bytes),
        **more,
    }


def compared(*items: list[dict[str, Any] | None], **more: Any) -> tuple[int, Any]:
    wanted = [
        {"run_ids": [str(UUID(int=99)) if run is None else run["id"] for run in runs]}
        for runs in items
    ]
    found = [{"runs": runs, "known": []} for runs in items]
    return asked("compare", {"request": {"items": wanted, **more}, "found": found})


def test_a_page_compares_runs_with_intervals() -> None:
    fewer = [run_of(seed, 1000.0 * seed) for seed in (1, 2, 3)]
    more = [run_of(seed + 3, 3000.0 * seed) | {"seed": seed} for seed in (1, 2, 3)]
    status, body = compared(fewer, more)
    assert status == 200, body
    [queue] = [item for item in body["metrics"] if item["name"] == "mean_queue_bytes"]
    assert queue["items"][0]["mean"] == 2000
    # 2000 + t(0.975, 2) s / sqrt(3) of 1000, 2000, 3000
    assert queue["items"][0]["high"] == pytest.approx(2000 + 4.302653 * 1000 / 3**0.5, rel=1e-6)
    difference = queue["against_baseline"][1]
    assert (difference["is_paired"], difference["count"], difference["mean"]) == (True, 3, 4000)
    assert [item["seeds"] for item in body["items"]] == [[1, 2, 3], [1, 2, 3]]


def test_a_page_compares_as_many_seeds_as_it_has() -> None:
    one = run_of(1, 1000.0)
    found = {"runs": [one], "known": [one, run_of(2, 2000.0)]}
    item = {"run_ids": [one["id"]], "seeds": [2, 1, 3]}
    request = {"items": [item, item]}
    status, body = asked("compare", {"request": request, "found": [found, found]})
    assert status == 200, body
    assert [(each["seeds"], each["seed_count"]) for each in body["items"]] == [([1, 2], 3)] * 2


@pytest.mark.parametrize(
    ("runs", "kind", "path"),
    [
        ([None], NotFound, "items.1.run_ids.0"),
        ([run_of(2, 1.0, status="failed", result=None)], NotDone, "items.1.run_ids.0"),
        ([run_of(2, 1.0), run_of(3, 1.0, scenario_digest="cd")], InvalidInput, "items.1.run_ids.1"),
        ([run_of(2, 1.0), run_of(4, 1.0, seed=2)], InvalidInput, "items.1.run_ids.1"),
        (
            [run_of(2, 1.0), run_of(3, 1.0, behaviour_version=6)],
            MixedBehaviours,
            "items.1.run_ids.1",
        ),
    ],
)
def test_a_page_refuses_to_compare_as_the_service_does(
    runs: list[dict[str, Any] | None], kind: type[LabError], path: str
) -> None:
    status, body = compared([run_of(1, 1.0)], runs)
    refusal = kind(body["detail"]).problem()
    assert (status, body["type"], body["title"]) == (refusal.status, refusal.type, refusal.title)
    assert [item["path"] for item in body["errors"]] == [path]


def test_a_page_names_a_baseline_that_is_none_of_the_items() -> None:
    status, body = compared([run_of(1, 1.0)], [run_of(2, 1.0)], baseline_index=5)
    assert (status, body["detail"]) == (422, "baseline_index is 5; the items are 0 to 1.")
