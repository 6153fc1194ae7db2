"""Each check finds what it is there for, and leaves alone what is right."""

import re
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType

import pytest

from tools.checks import (
    blobs,
    circles,
    dead_files,
    domains,
    includes,
    kinds,
    leftovers,
    locks,
    pages,
    readmes,
    sizes,
    spacing,
    standard_library,
    styles,
    words,
)
from tools.paths import PROJECT_ROOT
from tools.testing.stage import count_passed

Planted = Callable[[ModuleType, dict[str, str]], list[str]]


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Planted:
    """Run one check over files that exist only here."""

    def run(check: ModuleType, files: dict[str, str]) -> list[str]:
        def files_with(*suffixes: str, under: str = "") -> Iterable[str]:
            return [name for name in files if name.startswith(under) and name.endswith(suffixes)]

        replaced = {
            "files_with": files_with,
            "repository_files": lambda: tuple(files),
            "text_of": lambda name: files[name],
            "size_of": lambda name: len(files[name]),
        }
        for name, value in replaced.items():
            if hasattr(check, name):
                monkeypatch.setattr(check, name, value)
        problems: Iterator[str] = check.problems()
        return list(problems)

    return run


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a.py", "# " + "TO" + "DO: later"),
        ("a.cpp", "// FIX" + "ME"),
        ("tests/test_a.py", "@pytest.mark." + "skip(reason='slow')"),
        ("tests/a_test.cpp", "  GTEST_" + "SKIP();"),
        ("a.test.ts", "it." + "only('counts', () => {})"),
        ("a.cpp", "// cwnd = 4;"),
        ("a.md", "see /ro" + "ot/notes"),
        ("a.toml", "index = 'https://py" + "pi.org/simple'"),
    ],
)
def test_leftover_is_found(planted: Planted, name: str, line: str) -> None:
    assert len(planted(leftovers, {name: f"first line\n{line}\n"})) == 1


def test_prose_and_paths_of_the_project_are_no_leftovers(planted: Planted) -> None:
    prose = "// W = min(a, b), equation 7. It is small; see docs/model.md.\nint work = 1;\n"
    assert planted(leftovers, {"a.cpp": prose, "b.py": "path = root / 'work'\n"}) == []


def test_large_files_need_a_reason_and_reasons_a_large_file(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blobs, "REASONS", {"kept.bin": "measured", "shrunk.bin": "measured"})
    large, small = "x" * (blobs.LARGEST_BYTES + 1), "x" * blobs.LARGEST_BYTES
    files = {"kept.bin": large, "made.json": large, "shrunk.bin": small, "small.json": small}
    problems = planted(blobs, files)
    assert [problem.partition(":")[0] for problem in problems] == ["made.json", "shrunk.bin"]


def test_circles_of_imports_are_found_however_late(planted: Planted) -> None:
    files = {
        "backend/lab/__init__.py": "",
        "backend/lab/runs.py": "import json\nfrom lab.jobs import submit\n",
        "backend/lab/jobs.py": "def submit():\n    if True:\n        from lab import runs\n",
        "backend/lab/kit/__init__.py": "from lab.kit.clock import now\n",
        "backend/lab/kit/clock.py": "from . import Clock\nfrom lab.kit import ticks\n",
        "backend/lab/kit/ticks.py": "from typing import Final\n",
        "worker/lab_exec/run.py": "if TYPE_CHECKING:\n    import lab_exec.modules\n",
        "worker/lab_exec/modules.py": "try:\n    import lab_exec.run as run\nfinally:\n    pass\n",
        "tools/cli.py": "from tools.paths import ROOT\nfrom lab.runs import run\n",
        "tools/paths.py": "ROOT = 'from tools.cli import main'\n",
    }
    assert {
        problem.partition(": imports in a circle: ")[2] for problem in planted(circles, files)
    } == {
        "lab.jobs -> lab.runs -> lab.jobs",
        "lab.kit -> lab.kit.clock -> lab.kit",
        "lab_exec.modules -> lab_exec.run -> lab_exec.modules",
    }


def test_a_file_that_only_its_test_uses_is_dead(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "backend/lab/app.py": "from lab.used import start\nimport lab.kit.clock\n",
        "backend/lab/used.py": "",
        "backend/lab/kit/clock.py": "from . import ticks\n",
        "backend/lab/kit/ticks.py": "",
        "backend/lab/unused.py": "",
        "tests/backend/test_unused.py": "from lab.unused import stop\n",
        "tools/commands/up.py": "",
        "tools/cli.py": "COMMANDS = ('up', 'down')\n",
        "pyproject.toml": "entry = 'lab.app'\nname = 'tools.cli'\n",
        "frontend/index.html": "<script src='/src/main.tsx'></script>",
        "frontend/src/main.tsx": "import { Page } from '@/pages/Page';\n",
        "frontend/src/pages/Page.tsx": "import './page.css';\nimport x from './x.json';\n",
        "frontend/src/pages/page.css": "",
        "frontend/src/pages/x.json": "{}",
        "frontend/src/pages/Old.tsx": "",
        "frontend/src/pages/Old.test.tsx": "import { Old } from './Old';\n",
        "sim-core/src/net/link.h": "",
        "sim-core/src/net/link.cpp": '#include "net/link.h"\n',
        "sim-core/src/net/wire.h": "",
        "research/data/rows.csv": "",
        "research/data/lost.csv": "",
        "docs/README.md": "see rows.csv",
    }
    for cached in ("_imported_modules", "_texts", "_words"):
        monkeypatch.setattr(dead_files, cached, getattr(dead_files, cached).__wrapped__)
    problems = planted(dead_files, files)
    assert [problem.partition(":")[0] for problem in problems] == [
        "backend/lab/unused.py",
        "frontend/src/pages/Old.tsx",
        "research/data/lost.csv",
        "sim-core/src/net/wire.h",
    ]


def test_links_of_pages_lead_somewhere(planted: Planted) -> None:
    files = {
        "README.md": "[a](docs/a.md#the-parts) [b](docs) [c](https://example.org) `[x](y)`",
        "docs/a.md": "# A\n\n## The parts\n[up](../README.md) [gone](b.md) [no](#whole)\n",
    }
    assert planted(pages, files) == [
        "docs/a.md: links to b.md, which does not exist",
        "docs/a.md: links to #whole, a heading that does not exist",
    ]


def test_paths_and_commands_that_pages_name_exist(planted: Planted) -> None:
    files = {
        "docs/a.md": "`tools/cli.py`, `tools/`, `tools/gone.py`, `backend/lab/openapi.json`, "
        "`tests/NAME_test.py`\n\n    ./lab sim FILE; ./lab fly\n",
        "tools/cli.py": "",
    }
    assert planted(pages, files) == [
        "docs/a.md: names tools/gone.py, which does not exist",
        "docs/a.md: names ./lab fly, which does not exist",
    ]


@pytest.mark.parametrize(("name", "is_right"), [("docs/model.md", False), ("docs/api.md", True)])
def test_written_pages_may_only_get_shorter(planted: Planted, name: str, is_right: bool) -> None:
    assert (planted(pages, {name: "word " * (pages.MOST_WORDS + 1)}) == []) is is_right


def test_too_long_files_functions_and_lines_are_found(planted: Planted) -> None:
    long_function = "def f() -> None:\n" + "    x = 1\n" * 70
    long_cpp = "int f() {\n" + "  g();\n" * 69 + "}\n"
    problems = planted(
        sizes,
        {
            "a.py": "x = 1\n" * 501,
            "b.py": long_function,
            "c.cpp": long_cpp,
            "d.tsx": "x;\n" * 251,
            "e.ts": "x" * 101,
        },
    )
    assert [problem.partition(":")[0] for problem in problems] == [
        "a.py",
        "b.py",
        "c.cpp",
        "d.tsx",
        "e.ts",
    ]


@pytest.mark.parametrize(("length", "is_right"), [(502, False), (501, True), (480, False)])
def test_a_longer_file_may_only_get_shorter(
    planted: Planted, monkeypatch: pytest.MonkeyPatch, length: int, is_right: bool
) -> None:
    monkeypatch.setattr(sizes, "LONGER_FILES", {"a.py": 501})
    assert (planted(sizes, {"a.py": "x = 1\n" * length}) == []) is is_right


def test_what_is_just_within_the_limits_passes(planted: Planted) -> None:
    files = {
        "a.py": "x = 1\n" * 500,
        "b.py": "def f() -> None:\n" + "    x = 1\n" * 69,
        "c.cpp": "int f() {\n"
        + "  g();\n" * 68
        + "}\n"
        + "namespace a {\n"
        + "int b;\n" * 90
        + "}\n",
        "e.ts": "x" * 100,
        "generated/f.ts": "x" * 300,
    }
    assert planted(sizes, files) == []


@pytest.mark.parametrize(
    ("name", "include"),
    [
        ("sim-core/src/cc/loss/cubic.cpp", '"net/link.h"'),
        ("sim-core/src/cc/loss/cubic.cpp", '"ccsim/simulation.h"'),
        ("sim-core/src/engine/engine.cpp", '"net/packet.h"'),
        ("sim-core/src/net/pipe.h", '"transport/ack.h"'),
        ("sim-core/src/metrics/series.h", '"transport/ack.h"'),
        ("sim-core/bindings/python/src/module.cpp", '"engine/engine.h"'),
        ("sim-core/src/engine/engine.h", "<chrono>"),
        ("sim-core/src/net/pipe.h", "<unordered_map>"),
    ],
)
def test_include_across_a_border_is_found(planted: Planted, name: str, include: str) -> None:
    assert len(planted(includes, {name: f"#include {include}\n"})) == 1


def test_includes_within_the_borders_pass(planted: Planted) -> None:
    files = {
        "sim-core/src/cc/gain.h": '#include "ccsim/units.h"\n',
        "sim-core/src/cc/loss/cubic.cpp": '#include "gain.h"\n#include <algorithm>\n',
        "sim-core/src/transport/sender.cpp": '#include "net/packet.h"\n#include <cmath>\n',
        "sim-core/src/simulation/flow.cpp": '#include "transport/sender.h"\nstd::sqrt(2.0);\n',
        "sim-core/tests/net/pipe_test.cpp": '#include "net/pipe.h"\n#include <iostream>\n',
    }
    assert planted(includes, files) == []


def test_a_kind_known_by_name_is_found_and_one_in_a_test_is_not(planted: Planted) -> None:
    files = {
        "frontend/src/charts/drawn.ts": "const isFair = kind === 'fq_codel';\n",
        "backend/lab_model/causes/said.py": 'if algorithm == "bbr2" or kind == "pie":\n',
        "frontend/src/charts/drawn.test.ts": "expect(draw('fq_codel'));\n",
        "backend/lab_model/causes/plain.py": '"""Of fq_codel and bbr2."""\n',
        "worker/lab_cli/other.py": 'KIND = "pie"\n',
        "worker/lab_exec/run.py": 'KIND = "pie"\n',
        "research/lab_research/prefix.py": 'is_bbr = name.startswith("bbr")\n',
        "backend/lab_model/causes/named.py": 'is_link = name.startswith("link")\npie: int\n',
    }
    assert [line.split(",")[0] for line in planted(kinds, files)] == [
        "backend/lab_model/causes/said.py: names kinds or algorithms 2 times",
        "frontend/src/charts/drawn.ts: names kinds or algorithms 1 times",
        "research/lab_research/prefix.py: names kinds or algorithms 1 times",
        "worker/lab_exec/run.py: names kinds or algorithms 1 times",
    ]


def test_a_kind_is_known_by_a_key_without_quotes_and_by_a_beginning_of_its_name(
    planted: Planted,
) -> None:
    files = {
        "frontend/src/charts/keys.ts": "const LAWS = {\n  fq_codel: fair,\n  pie: rising,\n};\n",
        "frontend/src/charts/begun.ts": "const isBbr = name.startsWith('bbr');\n",
        "frontend/src/charts/words.ts": (
            "// The picture of a policer: its bucket.\n"
            "export const at = (step: number, side: Side): number => step;\n"
            "const isLink = id.startsWith('link');\n"
        ),
    }
    assert [line.split(",")[0] for line in planted(kinds, files)] == [
        "frontend/src/charts/begun.ts: names kinds or algorithms 1 times",
        "frontend/src/charts/keys.ts: names kinds or algorithms 2 times",
    ]


def test_a_kind_that_is_also_a_reason_or_a_protocol_is_found_where_a_kind_is_spoken_of(
    planted: Planted,
) -> None:
    files = {
        "frontend/src/charts/kinds.ts": "const isUdp = traffic.kind === 'udp';\n",
        "frontend/src/charts/protocols.ts": "const isUdp = transport === 'udp';\n",
        "backend/lab_model/causes/named.py": 'match queue:\n    case "policer":\n',
        "backend/lab_model/causes/reasons.py": 'WORDS = {\n    "policer": "no tokens",\n}\n',
    }
    assert [line.split(",")[0] for line in planted(kinds, files)] == [
        "backend/lab_model/causes/named.py: names kinds or algorithms 1 times",
        "frontend/src/charts/kinds.ts: names kinds or algorithms 1 times",
    ]


def test_a_foreign_repository_is_found_and_a_store_is_not(planted: Planted) -> None:
    files = {
        "backend/lab/runs/service.py": "from lab.runs import repository\n",
        "backend/lab/runs/search.py": "from lab.seeds.repository import StoredSeed\n",
        "backend/lab/shares/service.py": "from lab.runs import repository as runs\n",
        "backend/lab/shares/copies.py": "from lab.results.repository import Core\n",
        "backend/lab/shares/pages.py": "from lab.runs import service\n",
        "worker/lab_worker/process.py": "from lab.runs import repository\n",
    }
    assert planted(domains, files) == [
        "backend/lab/runs/search.py: uses the repository of lab.seeds; call its service",
        "backend/lab/shares/service.py: uses the repository of lab.runs; call its service",
    ]


def test_libm_in_the_core_is_found(planted: Planted) -> None:
    assert len(planted(includes, {"sim-core/src/cc/a.cpp": "double b = std::cbrt(2.0);\n"})) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.lock", "x==1 \\\n  --hash=sha256:0 # https://somewhere\n"),
        ("a.lock", "-e file:///somewhere\n"),
        ("frontend/package-lock.json", '{"packages": {"a": {"resolved": "x"}}}'),
        ("frontend/package-lock.json", '{"packages": {"a": {"from": "https://somewhere"}}}'),
        ("uv.lock", ""),
    ],
)
def test_address_in_a_lock_is_found(planted: Planted, name: str, text: str) -> None:
    settings = {"frontend/.npmrc": "omit-lockfile-registry-resolved=true\n"}
    assert planted(locks, settings) == []
    assert len(planted(locks, {name: text} | settings)) == 1


def test_address_of_an_author_in_a_lock_is_allowed(planted: Planted) -> None:
    lock = '{"packages": {"a": {"funding": {"url": "https://somewhere"}, "integrity": "sha512-x"}}}'
    settings = "omit-lockfile-registry-resolved=true\n"
    assert planted(locks, {"frontend/package-lock.json": lock, "frontend/.npmrc": settings}) == []


def test_folder_that_its_readme_leaves_out_is_found(planted: Planted) -> None:
    # READMEs lie in folders themselves.
    names = "`lab/`, `runs/`, `analysis/`, `charts/`, `features/`, `run/` and `build/`"
    files = dict.fromkeys(readmes.ROOTS, names)
    files |= {"backend/lab/app.py": "", "backend/lab/runs/service.py": ""}
    assert planted(readmes, files) == []
    found = planted(readmes, files | {"backend/lab/shares/service.py": ""})
    assert found == ["backend/README.md: says nothing of backend/lab/shares/"]


def test_a_page_that_the_list_of_pages_leaves_out_is_found(planted: Planted) -> None:
    readme = dict.fromkeys(readmes.ROOTS, "`analysis/`, `charts/`, `features/`, `run/`, `build/`")
    readme[readmes.PAGES] = "[model](model.md)"
    pages = {"docs/model.md": "", "docs/decisions/0001-packets.md": ""}
    assert planted(readmes, readme | pages) == []
    found = planted(readmes, readme | pages | {"docs/metrics.md": ""})
    assert found == ["docs/README.md: says nothing of metrics.md"]


def test_pixels_where_a_step_of_the_scale_is_are_found(planted: Planted) -> None:
    tokens = {spacing.TOKENS: ":root {\n  --s1: 4px;\n  --s1h: 6px;\n}\n"}
    rule = ".a {\n  gap: 1px var(--s1);\n  width: 6px;\n  margin: 0 -6px 3px;\n}\n"
    found = planted(spacing, tokens | {"frontend/src/a.css": rule})
    assert found == ["frontend/src/a.css:4: 6px is var(--s1h)"]


def test_more_lengths_beside_the_scale_are_found(planted: Planted) -> None:
    rules = ".a {\n  padding: 5px;\n}\n" * spacing.MOST_OFF_SCALE
    files = {spacing.TOKENS: "", "frontend/src/a.css": rules}
    assert planted(spacing, files) == []
    assert len(planted(spacing, files | {"frontend/src/b.css": "p { margin: 7px }"})) == 1


def test_package_imported_by_tools_is_found(planted: Planted) -> None:
    files = {"tools/a.py": "import json\nfrom tools.paths import x\nimport numpy\n"}
    assert planted(standard_library, files) == [
        "tools/a.py: imports numpy, which is not in the standard library"
    ]


@pytest.mark.parametrize(
    ("output", "count"),
    [
        ("3 failed, 417 passed, 5 deselected in 137.13s (0:02:17)", 417),
        ("=========== 5 passed, 1 warning in 59.95s ===========", 5),
        ("100% tests passed, 0 tests failed out of 101", 101),
        ("98% tests passed, 2 tests failed out of 101", 99),
        ("100% tests passed out of 101", 101),
        ("[==========] 9 tests from 2 test suites ran. (3 ms total)\n[  PASSED  ] 9 tests.", 9),
        ("\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m12 passed\x1b[39m (12)", 12),
        ("      Tests  1 failed | 12 passed (13)", 12),
        ("  1 failed\n    [lab] › run.spec.mjs:9:1 › runs\n  42 passed (4.2m)", 42),
        ("nothing to see", 0),
    ],
)
def test_passed_tests_are_counted_as_each_tool_reports_them(output: str, count: int) -> None:
    assert count_passed(output) == count


def test_every_rule_of_the_architecture_page_has_a_folder_in_the_check() -> None:
    folders = {re.sub(r"^sim-core/src/|/$", "", folder) for folder in includes.ALLOWED}
    assert {"engine", "net", "ahead", "transport", "metrics", "simulation"} <= folders


def test_files_that_may_name_kinds_exist() -> None:
    for name in (*kinds.NAME_WHAT_THEY_MEASURE, *kinds.ALLOWED):
        assert (PROJECT_ROOT / name).is_file(), name


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("frontend/src/a.tsx", "<p>It is sent again.</p>"),
        ("frontend/src/a.ts", "const text = 'cannot be told';"),
        ("frontend/src/a.ts", "const text = `and ${count} more`;"),
        ("docs/a.md", "The packet is sent again."),
    ],
)
def test_private_word_in_a_text_is_found(
    planted: Planted, monkeypatch: pytest.MonkeyPatch, name: str, line: str
) -> None:
    monkeypatch.setattr(words, "COUNTS", {})
    (problem,) = planted(words, {name: f"first line\n{line}\n"})
    assert problem.startswith(f"{name}:2: private word")


def test_words_of_comments_names_and_code_are_no_texts(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "COUNTS", {})
    code = "// It is sent again.\nimport { goodLuck } from './x';\nconst mended = 1 > 0;\n"
    assert planted(words, {"frontend/src/a.ts": code, "docs/a.md": "Say `sent again`.\n"}) == []


def test_private_words_of_sources_may_only_fall(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "worker/a.py": "is_told = True  # told of it\n",
        "worker/b.cpp": "// It goes on.\nint told_ = 0;\n",
        "worker/c.ts": "const notTold = { 'told': 1 };\nconst stole = old;\n",
    }
    for count, complaint in {3: "4 private words in sources, 3", 5: "lowers 5"}.items():
        monkeypatch.setattr(words, "COUNTS", {"worker": count})
        (problem,) = planted(words, files)
        assert complaint in problem
    monkeypatch.setattr(words, "COUNTS", {"worker": 4})
    assert planted(words, files) == []


def test_the_same_declarations_stand_twice_at_most(planted: Planted) -> None:
    rule = "{ color: red; margin: 0; }\n"
    other = "{ margin: 0;\n  color: red }\n"
    files = {f"frontend/src/{name}.module.css": f".{name} {rule}" for name in "ab"}
    assert planted(styles, files) == []
    files["frontend/src/c.module.css"] = "@media print {\n  .c small " + other + "}\n"
    (problem,) = planted(styles, files)
    assert "color: red; margin: 0: stands 3 times" in problem
    assert "frontend/src/c.module.css .c small" in problem


def test_a_body_of_before_may_only_fall(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(styles, "STAND_OFTENER", {".a": 4})
    rules = [f".{name} {{ color: red; margin: 0 }}" for name in "abc"]
    (problem,) = planted(styles, {"frontend/src/a.css": "\n".join(rules)})
    assert "write that into STAND_OFTENER" in problem
