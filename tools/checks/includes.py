"""What a C++ file may include: the rules of docs/architecture.md, "Inside sim-core/"."""

import re
from collections.abc import Iterator

from tools.checks.files import files_with, text_of

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# Values that every part may use: units of time and rate, counts in half of their room, exact
# powers, ECN, random streams.
VALUES = (
    "ccsim/units.h",
    "ccsim/packed_int.h",
    "ccsim/exact_math.h",
    "ccsim/ecn.h",
    "ccsim/rng.h",
    "ccsim/parameters.h",
    "ccsim/state_sink.h",
)
ALLOWED: dict[str, tuple[str, ...]] = {
    "sim-core/include/ccsim/": ("ccsim/",),
    "sim-core/src/engine/": (*VALUES, "engine/"),
    "sim-core/src/net/": (
        *VALUES,
        "ccsim/components.h",
        "ccsim/loss_reason.h",
        "ccsim/scenario.h",
        "engine/",
        "net/",
    ),
    "sim-core/src/ahead/": (
        *VALUES,
        "ccsim/loss_reason.h",
        "ccsim/scenario.h",
        "engine/",
        "net/",
        "ahead/",
    ),
    "sim-core/src/transport/": (
        *VALUES,
        "ccsim/components.h",
        "ccsim/scenario.h",
        "ccsim/congestion_control.h",
        "ccsim/event.h",
        "ccsim/send_limit.h",
        "ccsim/transfer.h",
        "engine/",
        "net/",
        "ahead/",
        "transport/",
    ),
    "sim-core/src/metrics/": (
        *VALUES,
        "ccsim/metric.h",
        "ccsim/result.h",
        "ccsim/cause.h",
        "ccsim/loss_table.h",
        "ccsim/packet_record.h",
        "ccsim/rtt_parts.h",
        "ccsim/send_limit.h",
        "ccsim/transfer.h",
        "engine/",
        "metrics/",
    ),
    "sim-core/src/simulation/": (
        "ccsim/",
        "engine/",
        "net/",
        "ahead/",
        "transport/",
        "metrics/",
        "simulation/",
    ),
    "sim-core/bindings/": ("ccsim/",),
}
CC_FOLDER = "sim-core/src/cc/"
CC_HEADERS = {"ccsim/congestion_control.h", "ccsim/algorithm.h", *VALUES}

# The core is a pure function: no clock, no threads, no input or output, no order by address.
IMPURE = {
    "chrono",
    "ctime",
    "thread",
    "mutex",
    "shared_mutex",
    "atomic",
    "future",
    "condition_variable",
    "iostream",
    "fstream",
    "cstdio",
    "filesystem",
    "random",
    "unordered_map",
    "unordered_set",
    "time.h",
    "stdio.h",
    "pthread.h",
    "unistd.h",
}
# Their last bits differ between systems; the core has its own. Square root, rounding and
# comparison are exact everywhere and stay allowed.
LIBM = re.compile(
    r"\bstd::(a?(sin|cos|tan)h?|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|l?tgamma|erfc?|fma)\s*\("
)
# An assertion that fails ends the process; before that it says where.
EXCEPTIONS = {("sim-core/src/engine/assert.h", "cstdio")}


def problems() -> Iterator[str]:
    """Every include that crosses a border, and every call into libm from the core."""
    for name in files_with(".h", ".cpp", under="sim-core/"):
        if _is_core(name):
            for number, line in enumerate(text_of(name).splitlines(), start=1):
                if LIBM.search(line):
                    yield f"{name}:{number}: libm in the core; its last bits differ by system"
        for bracket, target in INCLUDE.findall(text_of(name)):
            if bracket == "<":
                if _is_core(name) and target in IMPURE and (name, target) not in EXCEPTIONS:
                    yield f"{name}: <{target}> is not allowed in the core"
            elif name.startswith(CC_FOLDER):
                if not (target in CC_HEADERS or _is_own_cc_header(target)):
                    yield f'{name}: congestion control may not include "{target}"'
            else:
                yield from _crossing(name, target)


def _is_core(name: str) -> bool:
    return name.startswith(("sim-core/src/", "sim-core/include/"))


def _is_own_cc_header(target: str) -> bool:
    """Headers of src/cc are named relative to it, also in folders of their own."""
    return any(name == CC_FOLDER + target for name in files_with(".h", under=CC_FOLDER))


def _crossing(name: str, target: str) -> Iterator[str]:
    for folder, allowed in ALLOWED.items():
        if not name.startswith(folder):
            continue
        is_sibling = "/" not in target
        if not (is_sibling or target.startswith(allowed)):
            yield f'{name}: {folder} may not include "{target}"'
