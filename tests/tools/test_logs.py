"""Logs that grow while the lab runs."""

import sys
from pathlib import Path

import pytest

from tests.support.processes import wait_until
from tools.servers.process import ServerProcess
from tools.supervisor import logs

WRITES = "import time\nwhile True:\n    print('line', flush=True)\n    time.sleep(0.001)\n"


def test_log_of_a_process_that_writes_is_cut_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LARGEST_LOG_BYTES", 500)
    path = tmp_path / "logs" / "api.log"
    process = ServerProcess("api", [sys.executable, "-c", WRITES], path)
    process.spawn()
    try:
        wait_until(lambda: path.stat().st_size > 500)
        logs.rotate_logs(tmp_path)
        kept = path.with_suffix(".log.1").read_bytes()
        assert len(kept) > 500
        begun = path.stat().st_size
        wait_until(lambda: path.stat().st_size > begun)
    finally:
        process.stop()
    assert set(path.read_bytes().split()) == {b"line"}, "no hole of zeros before its new end"
    assert set(kept.split()) == {b"line"}
    assert list(logs.log_files(tmp_path)) == ["api"]


def test_small_log_stays(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "api.log"
    path.parent.mkdir()
    path.write_text("line\n")
    logs.rotate_logs(tmp_path)
    assert path.read_text() == "line\n"
    assert not path.with_suffix(".log.1").exists()


def test_logs_are_looked_at_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times_s = [0.0, 0.0, 1.0, 29.0, 30.0, 31.0, 60.0]
    looks: list[Path] = []
    rounds: list[None] = []
    monkeypatch.setattr(logs, "rotate_logs", looks.append)
    look = logs.rotating_logs(tmp_path, lambda: rounds.append(None), lambda: times_s[0])
    while len(times_s) > 1:
        times_s.pop(0)
        look()
    assert len(rounds) == 6
    assert looks == [tmp_path, tmp_path]
