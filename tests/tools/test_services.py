"""How the lab's own processes are started."""

import socket
from pathlib import Path

import pytest

from tools.supervisor.services import Addresses, api, worker

ADDRESSES = Addresses("postgresql://lab@db/lab", "redis://redis/0", None)


def environment_of_api(tmp_path: Path) -> dict[str, str]:
    with socket.socket() as listener:
        return dict(api(ADDRESSES, 1, listener, tmp_path).environment or {})


def test_the_api_gives_back_memory_that_it_does_not_need(tmp_path: Path) -> None:
    environment = environment_of_api(tmp_path)
    assert environment["MALLOC_ARENA_MAX"] == "1"
    assert int(environment["MALLOC_TRIM_THRESHOLD_"]) <= 1 << 20
    # Its memory is what the core takes, in one thread.
    assert "MALLOC_ARENA_MAX" not in (worker("batch", 1, ADDRESSES, tmp_path).environment or {})


def test_who_sets_the_memory_otherwise_is_obeyed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "4")
    assert environment_of_api(tmp_path)["MALLOC_ARENA_MAX"] == "4"
