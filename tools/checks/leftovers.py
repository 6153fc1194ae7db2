"""What must not stay behind: reminders, tests that do not run, machines' paths and addresses."""

import re
from collections.abc import Iterator

from tools.checks.files import files_with, repository_files, text_of

CODE = (".py", ".cpp", ".h", ".ts", ".tsx", ".js", ".mjs", ".cmake", ".sh", ".css", ".yml", ".toml")
# The words are put together here so that this file does not find itself.
REMINDER = re.compile(
    r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b"
)
IDLE_TESTS = {
    ".py": re.compile(r"pytest\.mark\.(skip|xfail)|pytest\.skip\(|unittest\.skip|assert True\b"),
    ".cpp": re.compile(r"GTEST_SKIP|\bDISABLED_|EXPECT_TRUE\(true\)|SUCCEED\(\)"),
    ".ts": re.compile(r"\b(it|test|describe)\.(skip|only|todo)\b|\bxit\("),
    ".tsx": re.compile(r"\b(it|test|describe)\.(skip|only|todo)\b|\bxit\("),
}
# The kernel may refuse to an ordinary user what these need, or none of our packages has it: the
# tests say so, and everything else in them runs or fails.
MAY_SKIP = frozenset(
    {
        "tests/faults/test_worker_hosts.py",
        "tests/integration/test_pooler.py",
        "tests/tools/test_bundle_offline.py",
    }
)
COMMENTED_CODE = re.compile(r"^\s*//\s*[\w.:<>\->]+\s*(\([^ ]*\)|=[^.]*|\+\+);\s*$")
MACHINE_PATH = re.compile(r"(?<![\w.])/(root|work|home/\w+|Users/\w+)/")
REGISTRY = re.compile(
    r"https?://[^\s\"'<>]*("
    + "|".join(
        (
            "py" + r"pi\.",
            "regis" + r"try\.",
            "pythonhos" + "ted",
            "art" + "ifactory",
            "nex" + r"us\.",
        )
    )
    + r")",
    re.IGNORECASE,
)


def problems() -> Iterator[str]:
    """One line for each leftover."""
    for name in files_with(*CODE):
        for number, line in enumerate(text_of(name).splitlines(), start=1):
            for complaint in _complaints(name, line):
                yield f"{name}:{number}: {complaint}"
    for name in repository_files():
        if name.endswith("package-lock.json"):
            continue  # checks/locks.py knows its fields
        for number, line in enumerate(text_of(name).splitlines(), start=1):
            if MACHINE_PATH.search(line):
                yield f"{name}:{number}: a path of one machine"
            if REGISTRY.search(line):
                yield f"{name}:{number}: the address of a package registry"


def _complaints(name: str, line: str) -> Iterator[str]:
    if REMINDER.search(line):
        yield "a reminder in the code; do it, or write an issue"
    for suffix, pattern in IDLE_TESTS.items():
        exempt = name.startswith("tools/checks/") or name in MAY_SKIP
        if name.endswith(suffix) and not exempt and pattern.search(line):
            yield "a test that does not run or cannot fail"
    if name.endswith((".cpp", ".h", ".ts", ".tsx")) and COMMENTED_CODE.match(line):
        yield "code in a comment"
