"""One lab per data folder, and a port that is free."""

import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from tools.commands.instance import reset, status
from tools.errors import LabError
from tools.supervisor.instance import InstanceLock, InstanceState, read_running
from tools.supervisor.port import take_port

HOST = "127.0.0.1"


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[InstanceLock]:
    """The lock of a lab on `tmp_path`, held."""
    held = InstanceLock(tmp_path)
    held.acquire()
    yield held
    held.release()


def test_second_lab_on_a_folder_is_refused_and_the_first_is_named(
    lock: InstanceLock, tmp_path: Path
) -> None:
    lock.publish(InstanceState(pid=4711, data_dir=str(tmp_path), address="http://here"))
    second = InstanceLock(tmp_path)
    with pytest.raises(LabError, match=r"already running .* at http://here \(process 4711\)"):
        second.acquire()
    lock.release()
    second.acquire()
    second.release()


def test_running_lab_is_read_only_while_its_lock_is_held(
    lock: InstanceLock, tmp_path: Path
) -> None:
    starting = read_running(tmp_path)
    assert starting is not None
    assert starting.address is None
    lock.publish(InstanceState(pid=os.getpid(), data_dir=str(tmp_path), services={"api": 5}))
    running = read_running(tmp_path)
    assert running is not None
    assert running.services == {"api": 5}
    lock.release()
    assert read_running(tmp_path) is None


def test_status_of_a_lab_with_a_part_away_is_not_success(
    lock: InstanceLock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = {"api": 5, "postgres": None}
    state = InstanceState(4711, str(tmp_path), "http://here", 1.0, services)
    lock.publish(state)
    assert status(tmp_path) == 3
    assert "waiting for its restart" in capsys.readouterr().out
    state.services["postgres"] = 6
    lock.publish(state)
    assert status(tmp_path) == 0


def test_status_says_the_same_to_scripts(
    lock: InstanceLock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock.publish(InstanceState(4711, str(tmp_path), "http://here", 1.0, {"api": 5, "valkey": None}))
    assert status(tmp_path, as_json=True) == 3
    printed = json.loads(capsys.readouterr().out)
    assert printed["state"] == "running"
    assert (printed["is_whole"], printed["services"]) == (False, {"api": 5, "valkey": None})
    lock.release()
    assert status(tmp_path, as_json=True) == 3
    assert json.loads(capsys.readouterr().out)["state"] == "not running"


def test_reset_deletes_what_the_lab_made_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "PG_VERSION").write_text("18")
    (tmp_path / "thesis.tex").write_text("mine")
    assert reset(tmp_path, confirmed=True) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["thesis.tex"]


@pytest.mark.usefixtures("lock")
def test_reset_of_a_running_lab_is_refused(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    with pytest.raises(LabError, match="already running"):
        reset(tmp_path, confirmed=True)
    assert (tmp_path / "postgres").exists()


def test_port_asked_for_and_taken_is_an_error_that_names_it() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(LabError, match=f"--port is {port}"):
            take_port(port, HOST)
    with take_port(port, HOST) as found:
        assert found.getsockname()[1] == port


@pytest.mark.parametrize("port", [-1, 65536])
def test_port_outside_of_its_bounds_is_an_error_that_names_them(port: int) -> None:
    with pytest.raises(LabError, match=f"--port is {port}: must be 0 to 65535"):
        take_port(port, HOST)


def test_port_zero_and_no_port_give_a_free_one() -> None:
    for requested in (0, None):
        with take_port(requested, HOST) as found, socket.socket() as client:
            found.listen()
            client.connect(found.getsockname())


def test_host_must_be_an_address_of_this_computer() -> None:
    # TEST-NET-1 (RFC 5737) belongs to no host.
    with pytest.raises(LabError, match=r"--host is 192\.0\.2\.1: this computer has no such"):
        take_port(0, "192.0.2.1")


def test_state_is_whole_at_any_moment_at_which_it_is_read(
    lock: InstanceLock, tmp_path: Path
) -> None:
    states = [
        InstanceState(pid=1, data_dir=str(tmp_path), services={"api": 5, "valkey": 123456}),
        InstanceState(pid=1, data_dir=str(tmp_path), services={"api": None, "valkey": 7}),
    ]
    lock.publish(states[0])
    stop = Event()

    def write() -> None:
        while not stop.is_set():
            for state in states:
                lock.publish(state)
                time.sleep(0.02)

    writer = Thread(target=write)
    writer.start()
    try:
        found = [read_running(tmp_path) for _ in range(200)]
    finally:
        stop.set()
        writer.join()
    assert all(state in states for state in found)


def test_workers_alone_say_for_whom_they_compute(
    lock: InstanceLock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services = {"worker-batch": 5}
    state = InstanceState(4711, str(tmp_path), None, 1.0, services, computes_for="10.0.0.1")
    lock.publish(state)
    assert status(tmp_path) == 0
    assert capsys.readouterr().out.startswith("computing for 10.0.0.1  (process 4711")
    assert status(tmp_path, as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["state"], said["is_whole"], said["computes_for"]) == ("running", True, "10.0.0.1")
