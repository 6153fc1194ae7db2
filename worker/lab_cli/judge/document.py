"""The judgement of a module: as a document, and as sentences."""

from typing import Any, Final

from lab_cli.judge.judgement import JudgedCase, Judgement, begin_of, most_packets_of
from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.kit.opened_link import opened_link
from lab_cli.kit.tables import print_table
from lab_exec import behaviour_version
from lab_exec.errors import RunFailedError
from lab_exec.explained import explained_run
from lab_model.english.numbers import count_of, short
from lab_model.evaluation.cases import REFERENCE, Case
from lab_model.evaluation.evaluated import STAND_IN
from lab_model.scenarios import InvalidScenarioError, validate_scenario

Json = dict[str, Any]
PARTS: Final = ("goodput", "delay", "others", "even", "delivered")
SCORE: Final = (
    "score = goodput x delay x others x even x delivered, each relative to CUBIC in the place of "
    "the tested flows; 1 is CUBIC. It is the geometric mean over the hidden situations"
)


def document(tested: AlgorithmInput, judgement: Judgement) -> Json:
    """The whole judgement, with the causes of the worst situation."""
    interval = judgement.interval
    return {
        "algorithm": tested.title,
        "name": tested.algorithm["name"],
        "score": judgement.score,
        "interval_95": None if interval is None else list(interval),
        "score_is": SCORE,
        "reference": REFERENCE,
        "hidden_seed": judgement.hidden_seed,
        "behaviour_version": behaviour_version(),
        "findings": [
            {
                "fault": finding.name,
                "meaning": finding.meaning,
                "situation_count": len(finding.situations),
                "situations": finding.situations,
            }
            for finding in judgement.findings()
        ],
        "situations": [_case(judged) for judged in judgement.cases],
        "worst": _case(judgement.worst)
        | {"causes": _causes(tested, judgement.worst)}
        | {"scenario": _scenario(tested, _first_run(judgement.worst))},
    }


def _case(judged: JudgedCase) -> Json:
    case = judged.case
    linked = case.scenario_with({"name": STAND_IN})
    return {
        "kind": case.kind,
        "situation": case.name,
        "score": judged.score,
        **{name: judged.part(name) for name in PARTS},
        "faults": judged.faults(),
        "failures": list(judged.failures),
        "judged_until_s": list(judged.until_s),
        "seeds": list(case.seeds),
        "link": opened_link(linked, case.seeds[0]),
        "linked_stand_in": STAND_IN,
    }


def _first_run(judged: JudgedCase) -> Case:
    """The part of the first seed's run that is judged."""
    until_s = judged.until_s[0]
    return judged.case if until_s is None else begin_of(judged.case, until_s)


def _scenario(tested: AlgorithmInput, case: Case) -> Json:
    scenario = case.scenario_with(tested.algorithm)
    return scenario.model_dump(mode="json", exclude_defaults=True)


def _causes(tested: AlgorithmInput, judged: JudgedCase) -> list[Json]:
    """The chain of each group's first flow; none where the run fails, or floods before all flows
    have begun. A module does not say what set its window, and its chain says so.
    """
    case = _first_run(judged)
    try:
        validate_scenario(case.scenario.model_dump(mode="json"))
        scenario, modules = _with_modules(tested, case, most_packets_of(judged.case))
        found = explained_run(scenario, case.seeds[0], modules)
    except (RunFailedError, InvalidScenarioError):
        return []
    firsts: dict[int, int] = {}
    for index, flow in enumerate(found.result["flows"]):
        firsts.setdefault(flow["group_index"], index)
    return [
        {
            "flow": found.chains[index].name,
            "is_tested": group in case.tested_groups,
            "sentences": [link.sentence for link in found.chains[index].links],
        }
        for group, index in firsts.items()
        if index in found.chains
    ]


def _with_modules(tested: AlgorithmInput, case: Case, most_packets: int) -> tuple[Any, Any]:
    scenario = case.scenario_with(tested.algorithm)
    if tested.module is None:
        return scenario, None
    from lab_exec.scenario_modules import modules_of

    # What floods would send without end here, too.
    return scenario, modules_of(scenario, [tested.module.module.path], most_packets)


def print_judgement(said: Json) -> None:
    """The document in words, to stdout."""
    low_high = said["interval_95"]
    of_sample = "" if low_high is None else f" ({short(low_high[0])} to {short(low_high[1])}, 95%)"
    print(f"{said['algorithm']}: score {short(said['score'])}{of_sample}.")
    if not said["findings"]:
        print("No fault was found.")
    for finding in said["findings"]:
        count = f"{finding['situation_count']} of {count_of(len(said['situations']), 'situation')}"
        print(f"  {finding['fault']}: {finding['meaning']} ({count})")
    rows = [
        [each["kind"], each["situation"], *(short(each[name]) for name in ("score", *PARTS))]
        for each in said["situations"]
    ]
    header = ["", "situation", "score", *PARTS]
    caption = f"{SCORE}. Hidden seed {said['hidden_seed']} draws the same situations again."
    print_table("", header, rows, caption)
    worst = said["worst"]
    print(f"The worst: {worst['kind']}, {worst['situation']}, score {short(worst['score'])}.")
    for reason in worst["failures"]:
        print(f"  {reason}")
    for chain in worst["causes"]:
        print(f"Why, {chain['flow']}:")
        for sentence in chain["sentences"]:
            print(f"  {sentence}")
    place = f" ({worst['linked_stand_in']} stands in the place of the tested module there)"
    print(f"Open it{place}: {worst['link']}")
