"""`./lab wasm` keeps the module of an older behaviour before it stores that of a newer one."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tools.bootstrap import wasm


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
