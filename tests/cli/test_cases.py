"""The test cases of the IETF's BBRv3 draft hold, and their checks can fail."""

import json
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_model.scenarios.link import unpack_link
from lab_model.scenarios.text import read_scenario
from lab_research.cases.catalogue import Case, load_cases
from lab_research.cases.checks import CHECKS
from lab_research.cases.command import DIGEST_DIGITS, PAGE_PATH, judge
from lab_research.cases.observed import observe

CASES = load_cases()


def case(number: int) -> Case:
    return CASES[number - 1]


def test_there_are_22_and_each_has_a_check() -> None:
    assert [each.number for each in CASES] == list(range(1, 23))
    assert [each.id for each in CASES] == list(CHECKS)


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.id)
def test_holds(each: Case) -> None:
    outcome = judge(each)
    assert outcome.verdict == "holds", outcome.measured
    # The page shows what is computed, and its link leads to that scenario.
    page = PAGE_PATH.read_text(encoding="utf-8")
    (row,) = (
        line for line in page.splitlines() if line.startswith(f"| {each.number} | {each.title} |")
    )
    assert outcome.measured in row
    assert row.endswith(f"| `{outcome.digest[:DIGEST_DIGITS]}` |")
    assert f"\n[case-{each.number}]: {each.link}\n" in page


@pytest.mark.parametrize(
    ("number", "of_other"),
    # A path that has lost a tenth or nothing drains in time; without losses nothing is undone, and
    # without a pause ProbeRTT comes.
    [(4, 3), (2, 20), (9, 8), (18, 5), (11, 10), (21, 5), (7, 5), (20, 10)],
)
def test_fails_on_a_run_that_is_not_the_case(number: int, of_other: int) -> None:
    scenario = case(of_other).valid_scenario
    run = observe(scenario)
    try:
        holds, _ = CHECKS[case(number).id](run)
    except Exception:  # noqa: BLE001  what the check looks for is not there
        holds = False
    assert not holds


@pytest.mark.parametrize("bucket_s", [0.1, 60])
def test_a_bucket_must_run_empty_and_not_before_probing(bucket_s: float) -> None:
    each = case(17)
    each.scenario["bottleneck"]["queue"]["bucket_s"] = bucket_s
    assert judge(each).verdict == "fails"


def test_links_hold_the_scenario() -> None:
    for each in CASES:
        assert read_scenario(unpack_link(each.link)) == each.valid_scenario


def test_writes_a_qlog_of_a_case_with_the_digest_of_its_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", "bbr3", "--case", "20", "--qlog", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    assert file.name == "bbr3-case-20-probe-rtt-in-startup.qlog"
    (trace,) = json.loads(file.read_text(encoding="utf-8"))["traces"]
    digest = trace["events"][0]["data"]["details"]["summary_digest"]
    assert f"summary_digest {digest}\n" in capsys.readouterr().out
