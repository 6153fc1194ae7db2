"""The same questions asked of a kernel that runs as a process: see README.md.

    uml.py [--kernel /usr/bin/linux.uml] [--modules /usr/lib/uml/modules] -- MEASURE'S OPTIONS
    uml.py [...] --cases FILE [--only ID]    measures all cases of a file again and writes it

Boots user-mode Linux (Debian's package user-mode-linux) on this machine's files, read-only, loads
the congestion controls and runs measure.py in it. Standard library only; needs no root.
"""

import argparse
import ctypes
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cases
import measure

MEMORY = "512M"
# All that Debian's kernel has, by its names; `reno` and `cubic` are built in.
CONTROLS = (
    "bbr",
    "bic",
    "cdg",
    "dctcp",
    "highspeed",
    "htcp",
    "hybla",
    "illinois",
    "lp",
    "nv",
    "scalable",
    "vegas",
    "veno",
    "westwood",
    "yeah",
)
FINIT_MODULE = 313  # on x86-64
FIRST_LINE = "lab-uml: ready"


def main() -> int:
    """Outside: boots the kernel. Inside, as its first process: measures and halts."""
    if os.getpid() == 1:
        # UML adds words of its own behind ours.
        inside(sys.argv[1], sys.argv[2], json.loads(bytes.fromhex(sys.argv[3])))
    own, options = _split(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernel", default="/usr/bin/linux.uml")
    parser.add_argument("--modules", type=Path, default=Path("/usr/lib/uml/modules"))
    parser.add_argument("--cases", type=Path, help="a file of cases, measured again")
    parser.add_argument("--only", action="append", help="of them, this one (repeatable)")
    arguments = parser.parse_args(own)
    if platform.machine() != "x86_64":
        raise SystemExit("The package user-mode-linux is for x86-64")
    trees = sorted(arguments.modules.glob("*/kernel"))
    if not Path(arguments.kernel).exists() or not trees:
        raise SystemExit(
            f"There is no '{arguments.kernel}' with modules in '{arguments.modules}': "
            "apt-get install user-mode-linux"
        )
    machine = Machine(arguments.kernel, trees[-1].resolve(), measure.compiled())
    if arguments.cases is not None:
        return cases.measure_cases(
            arguments.cases,
            arguments.only,
            machine.modules.parent.name,
            lambda options: [json.loads(line) for line in boot(machine, options)],
        )
    for line in boot(machine, options):
        print(line, flush=True)
    return 0


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


@dataclass(frozen=True)
class Machine:
    """The machine to boot."""

    kernel: str
    modules: Path
    program: Path
    """The bottleneck."""


def boot(machine: Machine, options: list[str]) -> Iterator[str]:
    """Runs the kernel to its end; the lines that measure.py printed in it."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [machine.kernel, f"mem={MEMORY}", "rootfstype=hostfs", "rootflags=/", "ro"]
        command += ["quiet", "con=null", "con0=fd:0,fd:1", f"uml_dir={scratch}"]
        command += [f"init={sys.executable}", "--", str(Path(__file__).resolve())]
        command += [str(machine.modules), str(machine.program), json.dumps(options).encode().hex()]
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for line in process.stdout or ():
            text = line.strip("\r\n")
            if text.startswith("{"):
                yield text
            else:
                # The kernel's own, and what went wrong.
                print(text, file=sys.stderr, flush=True)
        process.wait()


def inside(modules: str, program: str, options: list[str]) -> None:
    """The first process: file systems, modules, the measurement, the end."""
    for kind, place in (("proc", "/proc"), ("sysfs", "/sys"), ("tmpfs", "/run"), ("tmpfs", "/dev")):
        _mount(kind, place)
    os.environ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    os.environ[measure.COMPILED] = program
    Path("/dev/net").mkdir()
    os.mknod("/dev/net/tun", 0o20666, os.makedev(10, 200))
    os.mknod("/dev/null", 0o20666, os.makedev(1, 3))
    for path in ("drivers/net/tun", *(f"net/ipv4/tcp_{name}" for name in CONTROLS)):
        _load(f"{modules}/{path}.ko")
    subprocess.run(["ip", "link", "set", "lo", "up"], check=False)
    print(FIRST_LINE, flush=True)
    here = Path(__file__).with_name("measure.py")
    subprocess.run([sys.executable, str(here), *options], check=False)
    sys.stdout.flush()
    os.sync()
    _libc().reboot(0x4321FEDC)  # LINUX_REBOOT_CMD_POWER_OFF


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mount(kind: str, place: str) -> None:
    if _libc().mount(kind.encode(), place.encode(), kind.encode(), 0, None) != 0:
        print(f"{place}: {os.strerror(ctypes.get_errno())}", flush=True)


def _load(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    if _libc().syscall(FINIT_MODULE, handle, b"", 0) != 0:
        print(f"{path}: {os.strerror(ctypes.get_errno())}", flush=True)
    os.close(handle)


if __name__ == "__main__":
    sys.exit(main())
