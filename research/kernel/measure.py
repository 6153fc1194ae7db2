"""What the TCP of this machine's kernel does at a bottleneck: see README.md.

    measure.py --buffer-bytes 50000 [OPTIONS]
    measure.py --cases FILE [--only ID]    measures all cases of a file again and writes it

Standard library only, so that it runs on any machine with root, iproute2 and a compiler.
"""

import argparse
import hashlib
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cases

HERE = Path(__file__).parent
SENDER, RECEIVER = "lab-sender", "lab-receiver"
ADDRESSES = {SENDER: "10.99.0.1", RECEIVER: "10.99.0.2"}
FIRST_PORT = 5001
COMPILED = "LAB_BOTTLENECK"
# Offsets in struct tcp_info (linux/tcp.h).
RETRANSMITTED, ACKED_BYTES, SENT_SEGMENTS = ("I", 100), ("Q", 120), ("I", 136)


@dataclass(frozen=True)
class Flows:
    """The settings of each flow, in the order of their ports."""

    rtts_ms: list[float]
    algorithms: list[str]
    starts_s: list[float]


def main() -> int:
    """Reads the command line; also the entry of the two ends of a flow."""
    if sys.argv[1:2] == ["send"]:
        return send(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5]))
    if sys.argv[1:2] == ["receive"]:
        return receive(sys.argv[2], int(sys.argv[3]))
    arguments = _parser().parse_args()
    if arguments.cases is not None:
        return cases.measure_cases(arguments.cases, arguments.only, os.uname().release, _asked)
    if arguments.buffer_bytes is None:
        raise SystemExit("Give --buffer-bytes, or --cases with a file")
    for number in range(1, arguments.repetitions + 1):
        print(json.dumps(measure(arguments, number)), flush=True)
    return 0


def _asked(options: list[str]) -> list[dict[str, Any]]:
    arguments = _parser().parse_args(options)
    return [measure(arguments, number) for number in range(1, arguments.repetitions + 1)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=Path, help="a file of cases, measured again")
    parser.add_argument("--only", action="append", help="of them, this one (repeatable)")
    parser.add_argument("--algorithm", default="cubic", help="the kernel's names, by commas")
    parser.add_argument("--rtt-ms", default="20", help="one per flow, by commas")
    parser.add_argument("--start-s", default="0", help="one per flow, by commas")
    parser.add_argument("--rate-bps", type=float, default=10e6)
    parser.add_argument("--buffer-bytes", type=int)
    parser.add_argument("--duration-s", type=float, default=60)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--without-psh", action="store_true", help="take PSH off on the way")
    parser.add_argument("--mark-bytes", type=int, default=0, help="mark beyond so much; 0: never")
    parser.add_argument(
        "--loss-ratio", type=float, default=0, help="of data packets, before the queue"
    )
    parser.add_argument("--receive-bytes", type=int, default=1 << 20, help="tcp_rmem's default")
    parser.add_argument("--trace", default="-", help="file for one line per packet event")
    return parser


def measure(arguments: argparse.Namespace, number: int) -> dict[str, Any]:
    """One repetition: flows in namespaces of their own, which are gone afterwards.

    Its number seeds the random losses.
    """
    rtts_ms = [float(text) for text in arguments.rtt_ms.split(",")]
    flows = Flows(
        rtts_ms=rtts_ms,
        algorithms=_for_each(arguments.algorithm.split(","), len(rtts_ms)),
        starts_s=[float(text) for text in _for_each(arguments.start_s.split(","), len(rtts_ms))],
    )
    try:
        return _measure(arguments, flows, number)
    finally:
        for name in ADDRESSES:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def _for_each(values: list[str], count: int) -> list[str]:
    return values if len(values) == count else values * count


def _measure(arguments: argparse.Namespace, asked: Flows, number: int) -> dict[str, Any]:
    for name in ADDRESSES:
        subprocess.run(["ip", "netns", "add", name], check=True)
        # As the measured cases: 1 MB.
        memory = f"4096 {arguments.receive_bytes} 16777216"
        _inside(name, "sysctl", "-qw", f"net.ipv4.tcp_rmem={memory}")
        if arguments.mark_bytes > 0:
            _inside(name, "sysctl", "-qw", "net.ipv4.tcp_ecn=1")
    path = subprocess.Popen(
        [
            str(compiled()),
            str(arguments.rate_bps),
            str(arguments.buffer_bytes),
            str(arguments.duration_s),
            arguments.trace,
            str(int(not arguments.without_psh)),
            str(arguments.mark_bytes),
            str(arguments.loss_ratio),
            str(number),
            *[str(round(1000 * rtt_ms)) for rtt_ms in asked.rtts_ms],
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    if _first_line(path) != "ready":
        raise SystemExit("The bottleneck did not start: are you root, and is there /dev/net/tun?")
    for name, address in ADDRESSES.items():
        _inside(name, "ip", "addr", "add", f"{address}/24", "dev", "tun0")
        _inside(name, "ip", "link", "set", "tun0", "up")
    ends = [
        _end(RECEIVER, "receive", algorithm, str(FIRST_PORT + i))
        for i, algorithm in enumerate(asked.algorithms)
    ]
    for end in ends:
        _first_line(end)
    # To the end: what a send buffer holds when its program stops would still leave afterwards.
    end_s = arguments.duration_s
    flows = [
        _end(SENDER, "send", algorithm, str(FIRST_PORT + i), str(end_s - start_s), str(start_s))
        for i, (algorithm, start_s) in enumerate(zip(asked.algorithms, asked.starts_s, strict=True))
    ]
    # The programs have started: the flows begin together, or so long after one another as asked.
    for flow in flows:
        _first_line(flow)
    texts = _together(flows)
    link = json.loads(path.communicate()[0])
    for end in ends:
        end.kill()
        end.wait()
    return {**link, "flows": [json.loads(text) for text in texts]}


def _together(flows: list[subprocess.Popen[str]]) -> list[str]:
    for flow in flows:
        if flow.stdin is not None:
            flow.stdin.write("go\n")
            flow.stdin.flush()
    return [flow.communicate()[0] for flow in flows]


def compiled() -> Path:
    """The bottleneck's program; uml.py, whose files cannot be written, has made it before."""
    if COMPILED in os.environ:
        return Path(os.environ[COMPILED])
    compiler = shutil.which("c++")
    if compiler is None:
        raise SystemExit("There is no C++ compiler 'c++'")
    source = HERE / "bottleneck.cpp"
    # Named by its source: another checkout's program lies in the same folder.
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:12]
    program = Path(tempfile.gettempdir()) / f"lab-bottleneck-{digest}"
    if not program.exists():
        subprocess.run([compiler, "-O2", "-std=c++20", source, "-o", program], check=True)
    return program


def _first_line(process: subprocess.Popen[str]) -> str:
    return process.stdout.readline().strip() if process.stdout is not None else ""


def _inside(name: str, *command: str) -> None:
    subprocess.run(["ip", "netns", "exec", name, *command], check=True)


def _end(name: str, *command: str) -> subprocess.Popen[str]:
    # Real-time priority, so that other work on the machine does not delay ACKs by milliseconds.
    return subprocess.Popen(
        ["ip", "netns", "exec", name, "chrt", "-f", "40", sys.executable, __file__, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def send(algorithm: str, port: int, duration_s: float, start_s: float) -> int:
    """Waits for a line and `start_s`, sends bulk data for so long, prints the kernel's counts."""
    print("ready", flush=True)
    sys.stdin.readline()
    time.sleep(start_s)
    connection = socket.socket()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, algorithm.encode())
    connection.connect((ADDRESSES[RECEIVER], port))
    connection.settimeout(0.05)
    data = bytes(65536)
    end_s = time.monotonic() + duration_s
    while time.monotonic() < end_s:
        try:
            connection.send(data)
        except TimeoutError:
            continue
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
    retransmitted, acked_bytes, sent = (
        struct.unpack_from(kind, info, place)[0]
        for kind, place in (RETRANSMITTED, ACKED_BYTES, SENT_SEGMENTS)
    )
    numbers = {
        # Over the whole run, as the core's summaries.
        "goodput_bps": round(acked_bytes * 8 / (start_s + duration_s)),
        "retransmit_ratio": round(retransmitted / max(sent, 1), 5),
    }
    print(json.dumps({"algorithm": algorithm, **numbers}), flush=True)
    return 0


def receive(algorithm: str, port: int) -> int:
    """Reads whatever comes, at once."""
    listener = socket.socket()
    # DCTCP asks for ECN in a way that only a listener of DCTCP accepts.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, algorithm.encode())
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((ADDRESSES[RECEIVER], port))
    listener.listen(1)
    print("ready", flush=True)
    connection, _ = listener.accept()
    while connection.recv(1 << 20):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
