"""Run as a program in a network namespace of its own, by `test_bundle_offline`: starts a lab from a
bundle, has it compute a run, and prints what it saw as JSON. Needs no packages.

    python without_network.py LAB_FOLDER BUNDLE DATA_FOLDER
"""

import fcntl
import json
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from typing import Any, Final

SIOCSIFFLAGS: Final = 0x8914
IFF_UP: Final = 1
# An address of the documentation's net (RFC 5737): a machine with any route would try.
ELSEWHERE: Final = ("192.0.2.1", 9)
PORT: Final = 8000
PATIENCE_S: Final = 600.0
STOP_S: Final = 60.0
SCENARIO: Final[dict[str, Any]] = {
    "version": 1,
    "duration_s": 5,
    "bottleneck": {"rate_bps": 1e7},
    "flows": [{"rtt_s": 0.02, "algorithm": {"name": "cubic"}}],
}
SEED: Final = 7


def main(lab: str, bundle: str, data: str) -> int:
    """One cold start and one run; the lab's own words go to standard error."""
    _raise_loopback()
    started_s = time.monotonic()
    # What docs/operating.md says, with a folder and a port of our own.
    command = [f"{lab}/lab", "up", "--bundle", bundle, "--no-open", "--port", str(PORT)]
    command += ["--data-dir", data, "--workers", "1"]
    up = subprocess.Popen(command, cwd=lab, stdout=sys.stderr, stdin=subprocess.DEVNULL)
    try:
        page = _answer(up, "/")
        page_s = time.monotonic() - started_s
        run = json.loads(_answer(up, "/api/runs", {"scenario": SCENARIO, "seed": SEED}))
        deadline_s = time.monotonic() + PATIENCE_S
        while run["status"] not in ("done", "failed", "cancelled"):
            if time.monotonic() > deadline_s:
                break
            time.sleep(0.05)
            run = json.loads(_answer(up, f"/api/runs/{run['id']}"))
        run_s = time.monotonic() - started_s
    finally:
        up.send_signal(signal.SIGINT)
        exit_code = up.wait(STOP_S)
    seen = {
        "reaches_elsewhere": _reaches_elsewhere(),
        "page": page.decode(errors="replace")[:200],
        "page_s": page_s,
        "run_s": run_s,
        "run": run,
        "exit_code": exit_code,
    }
    sys.stdout.write(json.dumps(seen))
    return 0


def _raise_loopback() -> None:
    """A new namespace has it, but down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def _reaches_elsewhere() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        try:
            any_socket.connect(ELSEWHERE)
        except OSError:
            return False
    return True


def _answer(up: subprocess.Popen[bytes], path: str, body: dict[str, Any] | None = None) -> bytes:
    """As soon as the lab answers. Raises RuntimeError where it has ended or takes too long."""
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", data, headers)
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:
        if up.poll() is not None:
            raise RuntimeError(f"./lab up ended with {up.returncode}")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                found: bytes = answer.read()
                return found
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"{path} was not answered within {PATIENCE_S:g} s")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
