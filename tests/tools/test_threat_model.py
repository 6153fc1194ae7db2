"""docs/threat-model.md names tests that exist, and bounds as the program has them."""

import re

import pytest

from lab.kit import guarded_http, request_input
from lab.settings import Settings
from lab_model.scenarios.link import MAX_UNPACKED_BYTES
from lab_model.strict_json import MOST_NESTED
from tools.paths import PROJECT_ROOT

DOCUMENT = PROJECT_ROOT / "docs" / "threat-model.md"
MEGABYTE = 1_000_000
# Other tests shorten these bounds, so as not to wait for them.
BOUNDS = [
    f"more than {MOST_NESTED} levels",
    f"413 after {Settings.model_fields['max_body_bytes'].default / 2**20:g} MiB",
    f"of a scenario after {Settings.model_fields['max_scenario_bytes'].default / 2**20:g} MiB",
    f"unpacking ends after {MAX_UNPACKED_BYTES / 2**20:g} MiB",
    f"431 after {guarded_http.MOST_HEAD_BYTES / 2**10:g} KiB",
    f"a head takes {guarded_http.HEAD_TIMEOUT_S:g} s",
    f"a body {request_input.BODY_TIMEOUT_S:g} s",
    f"less than {guarded_http.LEAST_READ_BYTES / 2**10:g} KiB in {guarded_http.READING_STEP_S:g} s",
    f"something for {guarded_http.MOST_READING_S / 60:g} minutes",
    f"once {guarded_http.MOST_WAITING_BYTES / MEGABYTE:g} MB wait in a process",
    f"a process takes {guarded_http.MOST_CONNECTIONS:,}",
    f"ended after {guarded_http.LINGER_S:g} s instead of {guarded_http.HEAD_TIMEOUT_S:g}",
]


def _text() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def test_every_defence_names_tests_that_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", _text()))
    written: set[str] = set()
    for path in (PROJECT_ROOT / "tests").rglob("test_*.py"):
        written |= set(re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8")))
    assert named
    assert named - written == set()


def test_files_of_tests_of_the_page_exist() -> None:
    named = set(re.findall(r"`(\w+\.test\.tsx?)`", _text()))
    written = {path.name for path in (PROJECT_ROOT / "frontend" / "src").rglob("*.test.ts*")}
    assert named
    assert named - written == set()


@pytest.mark.parametrize("bound", BOUNDS)
def test_bounds_are_those_of_the_program(bound: str) -> None:
    assert bound in _text()
