"""Faults that really happened, planted into the modules of sim-core/modules: what is replaced in
the source, and the public report of a fault of the kind.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MODULES: Final = Path(__file__).parents[2] / "sim-core" / "modules"
_GITHUB: Final = "https://github.com/"

_ON_LOST: Final = """CCSIM_EXPORT("ccsim_on_lost")
i64 ccsim_on_lost(i64 a, i64 b, i64 c, i64 d, i64 e, i64 f) {
  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
  if (ssthresh_packets != CCSIM_INFINITE) {
    ssthresh_packets = most(ssthresh_packets * beta_256ths / 256, 2);
  }
  return cwnd_packets;
}

CCSIM_EXPORT("ccsim_ssthresh_packets")"""


@dataclass(frozen=True)
class Fault:
    """One fault: each text of the source, which must be there once, with what replaces it."""

    name: str
    source: str
    report: str
    changes: tuple[tuple[str, str], ...]


FAULTS: Final = (
    Fault(
        "beta applied twice",
        "cubic",
        f"{_GITHUB}microsoft/msquic/issues/2231",
        (
            (
                "ssthresh_packets = most(cwnd_packets * beta / 1024, 2);",
                "ssthresh_packets = most(cwnd_packets * beta / 1024 * beta / 1024, 2);",
            ),
        ),
    ),
    Fault(
        "beta applied to the W_max of fast convergence",
        "cubic",
        f"{_GITHUB}quinn-rs/quinn/pull/2640",
        (
            (
                "ssthresh_packets = most(cwnd_packets * beta / 1024, 2);",
                "ssthresh_packets = most(w_max_packets * beta / 1024, 2);",
            ),
        ),
    ),
    Fault(
        "a byte a round trip instead of a packet",
        "newreno",
        f"{_GITHUB}private-octopus/picoquic/pull/439",
        (
            (
                "const i64 acks_per_packet = cwnd_packets;",
                "const i64 acks_per_packet = cwnd_packets * 1500;",
            ),
        ),
    ),
    Fault(
        "a reduction for each lost packet",
        "newreno",
        f"{_GITHUB}mozilla/neqo/pull/1465",
        (
            (
                'CCSIM_EXPORT("ccsim_ssthresh_packets")',
                _ON_LOST,
            ),
        ),
    ),
    Fault(
        "growth of a window that is not used",
        "newreno",
        f"{_GITHUB}h2o/quicly/issues/109",
        (
            (
                "if (!is_reducing && advances && (ack->flags & CCSIM_ACK_CWND_LIMITED)) {",
                "if (!is_reducing && advances) {",
            ),
        ),
    ),
    Fault(
        "undo lost",
        "cubic",
        f"{_GITHUB}microsoft/msquic/issues/1237",
        (
            ("  cwnd_packets = most(cwnd_packets, prior_cwnd_packets);\n", ""),
            ("  ssthresh_packets = most(ssthresh_packets, prior_ssthresh_packets);\n", ""),
        ),
    ),
    Fault(
        "HyStart without its eight samples and its threshold",
        "cubic",
        f"{_GITHUB}private-octopus/picoquic/pull/1268",
        (
            ("if (sample_count < 8) {", "if (sample_count < 1) {"),
            (
                "delay_min_ns + least(most(delay_min_ns / 8, 4 * MILLISECOND), 16 * MILLISECOND);",
                "delay_min_ns;",
            ),
        ),
    ),
    Fault(
        "ProbeRTT never",
        "bbr2",
        f"{_GITHUB}cloudflare/quiche/pull/1521",
        (("if (is_expired && !restarts_from_idle && phase != PROBE_RTT) {", "if (0) {"),),
    ),
    Fault(
        "application-limited samples counted",
        "bbr2",
        f"{_GITHUB}aws/s2n-quic/pull/1532",
        (
            (
                "  return (ack->flags & CCSIM_ACK_APP_LIMITED) != 0;",
                "  (void)ack;\n  return 0;",
            ),
        ),
    ),
    Fault(
        "pacing by the payload",
        "bbr2",
        f"{_GITHUB}private-octopus/picoquic/pull/1548",
        (
            (
                "packet_bits = 8 * start->packet_bytes;",
                "packet_bits = 8 * (start->packet_bytes - start->header_bytes);",
            ),
        ),
    ),
)


def build(fault: Fault, folder: Path) -> Path:
    """Compiles the source with its fault. Needs the wheel `ziglang`."""
    texts = {path.name: path.read_text() for path in MODULES.glob("*.[ch]")}
    for old, new in fault.changes:
        [name] = [name for name, text in texts.items() if old in text and _belongs(name, fault)]
        assert texts[name].count(old) == 1, old
        texts[name] = texts[name].replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    out = folder / f"{fault.source}.wasm"
    words = ["--target=wasm32-freestanding", "-O2", "-s", "-nostdlib", "-Wl,--no-entry"]
    subprocess.run(
        [sys.executable, "-m", "ziglang", "cc", *words, "-o", str(out), f"{fault.source}.c"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return out


def _belongs(name: str, fault: Fault) -> bool:
    return name.startswith((f"{fault.source}.", f"{fault.source}_"))
