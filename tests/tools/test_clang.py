"""Clang is found under the names that distributions give it."""

from pathlib import Path

import pytest

from tools.testing.clang import find_clang


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
