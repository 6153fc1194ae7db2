"""The way from `./lab sim` and others to the worker's command line."""

import os

import pytest

from tools.commands import forward
from tools.commands.forward import QUICK_START


def test_a_command_starts_quickly_unless_a_person_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _path, words: started.append(words))
    for ensured in ("ensure_python_packages", "ensure_core"):
        monkeypatch.setattr(forward, ensured, lambda: None)
    threads, plugins = QUICK_START
    monkeypatch.setenv(threads, "3")
    monkeypatch.delenv(plugins, raising=False)
    forward.forward(["sim", "-"])
    assert started[0][1:] == ["-P", "-m", "lab_cli", "sim", "-"]
    assert (os.environ[threads], os.environ[plugins]) == ("3", QUICK_START[plugins])
