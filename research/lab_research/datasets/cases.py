"""The test cases of the BBRv3 draft as a data set: scenarios, what each showed, and the digests."""

from typing import Final

from lab_exec import core_version
from lab_model.datasets import DataSet
from lab_model.datasets.rows import COUNT, FLAG, TEXT, Described, table_of
from lab_model.scenarios import canonical_scenario
from lab_research.cases.catalogue import load_cases
from lab_research.cases.command import judge
from lab_research.cases.observed import SEED

_CASES: Final[tuple[Described, ...]] = (
    ("number", COUNT, "In the order of the draft"),
    ("case", TEXT, "Name of the check"),
    ("title", TEXT, "As in the draft"),
    ("setting", TEXT, "What the scenario does for it"),
    ("holds", FLAG, "Whether the run showed what the draft expects"),
    ("measured", TEXT, "What it showed, in words and numbers"),
    ("seed", COUNT, "Seed of the run"),
    ("summary_digest", TEXT, "SHA-256 of the result, of which the table of the docs shows a part"),
    ("scenario", TEXT, "The scenario (JSON)"),
    ("link", TEXT, "Opens the scenario in any lab: put the lab's address before it"),
)


def cases_dataset() -> DataSet:
    """Computes the cases; takes seconds."""
    outcomes = [judge(case) for case in load_cases()]
    rows = (
        [
            outcome.case.number,
            outcome.case.id,
            outcome.case.title,
            outcome.case.setting,
            outcome.holds,
            outcome.measured,
            SEED,
            outcome.digest or None,
            canonical_scenario(outcome.case.valid_scenario),
            outcome.case.link,
        ]
        for outcome in outcomes
    )
    held = sum(outcome.holds for outcome in outcomes)
    return DataSet(
        name="fairtt-lab-bbr3-cases",
        title="The test cases of the IETF's BBRv3 draft in a packet-level simulator",
        summary=(
            f"{len(outcomes)} situations that draft-ietf-ccwg-bbr names as tests, each as a "
            f"scenario, with what a run of BBRv3 showed in it; {held} hold."
        ),
        method="One run of each, judged by a check per case.",
        limits=("A check sees what the draft asks for in that situation and nothing more.",),
        sources=("draft-ietf-ccwg-bbr, https://datatracker.ietf.org/doc/draft-ietf-ccwg-bbr/",),
        core_versions=(core_version(),),
        tables=(table_of("cases", "A test case and what it showed.", _CASES, rows),),
    )
