"""docs/threat-model.md names tests that exist."""

import re

from tools.paths import PROJECT_ROOT

DOCUMENT = PROJECT_ROOT / "docs" / "threat-model.md"


def test_every_defence_names_tests_that_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", DOCUMENT.read_text(encoding="utf-8")))
    written: set[str] = set()
    for path in (PROJECT_ROOT / "tests").rglob("test_*.py"):
        written |= set(re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8")))
    assert named
    assert named - written == set()
