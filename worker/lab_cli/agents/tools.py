"""The tools of `./lab mcp`. They compute with the core of this machine and keep nothing."""

import secrets
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import ValidationError

from lab_cli.agents.errors import checked, refused
from lab_cli.agents.numbers import (
    by_seed,
    changed_number,
    citation,
    difference,
    differences,
    estimate,
    metric_of,
    names_for,
    values_of,
)
from lab_cli.check.cases import apply_to, changed_cases, verdicts_on
from lab_cli.judge.document import document
from lab_cli.judge.judgement import judge
from lab_cli.kit.algorithm_input import AlgorithmInput, read_tested
from lab_cli.kit.evaluation import evaluate, missing_work, shipped
from lab_cli.kit.opened_link import opened_link
from lab_exec import behaviour_version
from lab_exec.errors import InputError
from lab_exec.explained import explained_run
from lab_model.algorithms import registry
from lab_model.evaluation import Situation, load_battery
from lab_model.evaluation.change import change_between
from lab_model.evaluation.evaluated import STAND_IN
from lab_model.experiments.metrics import Metric
from lab_model.presets.catalog import load_presets
from lab_model.scenarios import Scenario, problems_of, scenario_digest
from lab_model.scenarios.computed.cost import work_packet_count
from lab_model.scenarios.json_schema import scenario_json_schema
from lab_model.what_if.alterations import MAX_ALTERATIONS, Alteration
from lab_model.what_if.altered import ImpossibleAlterationError
from lab_model.what_if.experiment import group_places, what_if_experiment
from lab_model.what_if.offers import offered_alterations

# What one call may cost; descriptions of the tools and refusals name the same bounds.
MOST_SEEDS: Final = 30
MOST_VALUES: Final = 25
CHECK_SEEDS: Final = range(1, 9)
"""Of `check_algorithm`, as `./lab check` has them."""
MOST_PACKETS: Final = 40_000_000
"""Of all runs of a call together: some 20 seconds of one processor."""


def check_seeds(seed_count: int, least: int = 1) -> range:
    """Seeds 1 to `seed_count`."""
    if not least <= seed_count <= MOST_SEEDS:
        refused(f"seed_count is {seed_count}; it must be from {least} to {MOST_SEEDS}")
    return range(1, seed_count + 1)


def check_cost(scenarios: list[Scenario], seed_count: int) -> int:
    """The packets that a call will simulate."""
    packets = seed_count * sum(map(work_packet_count, scenarios))
    if packets > MOST_PACKETS:
        refused(
            f"The call would simulate {packets:,} packets; it may simulate {MOST_PACKETS:,}: "
            "take fewer seeds or values, a shorter duration_s, or a lower rate_bps"
        )
    return packets


Json = dict[str, Any]

INSTRUCTIONS: Final = f"""Packet-level simulation of TCP congestion control. A scenario is JSON (see
the tool scenario_schema; SI units, the unit is the last word of a field: rate_bps, rtt_s). The
least one is {{"duration_s": 20, "bottleneck": {{"rate_bps": 10000000}}, "flows": [{{"rtt_s": 0.04,
"algorithm": {{"name": "cubic"}}}}]}}. Numbers come as means over seeds with 95% intervals: quote
both. A verdict of "unclear" means that these seeds cannot tell. Every answer has a link that shows
the same thing in any lab; cite it. The tools only compute, and keep nothing. One call: at most
{MOST_SEEDS} seeds and {MOST_PACKETS:,} packets."""

_READS: Final = ToolAnnotations(
    readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False
)


def algorithms() -> Json:
    """The congestion control algorithms: name, title, fidelity, source, parameters with bounds."""
    return {"algorithms": [entry.model_dump(mode="json") for entry in registry().algorithms]}


def scenario_schema() -> Json:
    """JSON Schema of a scenario, with bounds, units and defaults."""
    return scenario_json_schema()


def search_cases(words: str = "") -> Json:
    """Known comparisons with measured numbers: those that have all words in title, setting or
    sentence. Each has its variants' scenarios, ready for the other tools.
    """
    wanted = words.lower().split()
    found = []
    for preset in load_presets():
        text = f"{preset.title} {preset.setting} {preset.sentence} {preset.topic}".lower()
        if all(word in text for word in wanted):
            found.append(
                {
                    "id": preset.id,
                    "title": preset.title,
                    "setting": preset.setting,
                    "sentence": preset.sentence,
                    "variants": [
                        {
                            "id": variant.id,
                            "title": variant.title,
                            "numbers": [number.model_dump() for number in variant.numbers],
                            "link": opened_link(variant.scenario, 1),
                            "scenario": variant.scenario.model_dump(
                                mode="json", exclude_defaults=True
                            ),
                        }
                        for variant in preset.variants
                    ],
                }
            )
    return {"cases": found}


def validate(scenario: Json) -> Json:
    """Whether a scenario is valid; if so its digest, its work in packets (data and
    ACKs, on every link) and all its settings, and
    otherwise every problem with field, value and bound.
    """
    valid = checked(scenario)
    return {
        "scenario_digest": scenario_digest(valid),
        "work_packets": work_packet_count(valid),
        "link": opened_link(valid, 1),
        "scenario": valid.model_dump(mode="json"),
    }


def run(scenario: Json, seed_count: int = 5, metrics: list[str] | None = None) -> Json:
    """Runs a scenario with seeds 1 to seed_count: each number as a mean with its 95% interval.
    Without `metrics`: throughput, utilisation, Jain's index, queueing delay and retransmissions of
    all, and throughput, share and RTT of each flow group.
    """
    valid = checked(scenario)
    seeds = check_seeds(seed_count)
    packets = check_cost([valid], seed_count)
    for name in metrics or []:
        metric_of(name, valid)
    runs = by_seed(valid, seeds)
    return {
        "numbers": [
            estimate(values_of(runs, name), metric_of(name, valid))
            for name in metrics or names_for(valid)
        ],
        "cost": {"runs": seed_count, "packets": packets},
        **citation(valid, seeds),
    }


def explain(scenario: Json, seed: int = 1) -> Json:
    """Why each flow of one run gets what it gets: limit, variable, origin and queue, as sentences
    with their numbers. `is_told` false: unknown, and the sentence says why. One seed.
    """
    valid = checked(scenario)
    if not 0 <= seed < 2**53:
        refused(f"seed is {seed}; it must be from 0 to 2^53 - 1")
    packets = check_cost([valid], 1)
    found = explained_run(valid, seed)
    return {
        "flows": [
            {
                "flow": chain.name,
                "links": [
                    {"kind": link.kind, "is_told": link.is_told, "sentence": link.sentence}
                    for link in chain.links
                ],
            }
            for chain in found.chains.values()
        ],
        "cost": {"runs": 1, "packets": packets},
        **citation(valid, [seed]),
    }


def compare(
    baseline: Json, arm: Json, seed_count: int = 10, metrics: list[str] | None = None
) -> Json:
    """Two scenarios with the same seeds: each number of both, and their paired difference with
    interval, p and verdict. Each number is a test of its own: of many, some differ by chance.
    """
    scenarios = [checked(baseline, "baseline"), checked(arm, "arm")]
    seeds = check_seeds(seed_count, least=2)
    packets = check_cost(scenarios, seed_count)
    names = metrics or [name for name in names_for(scenarios[0]) if name in names_for(scenarios[1])]
    for name in names:
        metric_of(name, scenarios[0])
    first, second = (by_seed(scenario, seeds) for scenario in scenarios)
    rows = []
    for name in names:
        metric = metric_of(name, scenarios[0])
        before, after = values_of(first, name), values_of(second, name)
        rows.append(
            {
                "baseline": estimate(before, metric),
                "arm": estimate(after, metric),
                "difference": difference(after, before, metric),
            }
        )
    return {
        "numbers": rows,
        "cost": {"runs": 2 * seed_count, "packets": packets},
        "baseline": citation(scenarios[0], seeds),
        "arm": citation(scenarios[1], seeds),
    }


def what_if(
    scenario: Json,
    alterations: list[Alteration] | None = None,
    seed_count: int = 5,
    metrics: list[str] | None = None,
) -> Json:
    """What would change: a scenario as it is, and with one thing altered at a time, all with the
    same seeds. Without `alterations` those that are worth asking in this scenario: a flow group
    left out, equal RTTs, no random loss, another algorithm, buffer or queue. Each number of each
    change comes with its difference to the scenario as it is, whose p is adjusted over the changes
    (Benjamini-Hochberg). Numbers of a group that a change leaves out are missing there.
    """
    valid = checked(scenario)
    seeds = check_seeds(seed_count, least=2)
    changes = offered_alterations(valid) if alterations is None else alterations
    if not 1 <= len(changes) <= MAX_ALTERATIONS:
        refused(f"alterations has {len(changes)} entries; it must have 1 to {MAX_ALTERATIONS}")
    arms = [_altered(valid, change, place) for place, change in enumerate(changes)]
    packets = check_cost([valid, *arms], seed_count)
    wanted = [(name, metric_of(name, valid)) for name in metrics or names_for(valid)]
    try:
        places = group_places(what_if_experiment(valid, changes, seed_count))
    except ValidationError as error:
        # Two that do the same, or one that changes nothing.
        refused(f"alterations: {error.errors()[0]['msg']}")
    runs = [by_seed(each, seeds) for each in (valid, *arms)]
    return {
        "as_it_is": {
            "numbers": [estimate(values_of(runs[0], name), metric) for name, metric in wanted],
            **citation(valid, seeds),
        },
        "changes": [
            {"title": change.title(valid), "numbers": numbers, **citation(arm, seeds)}
            for change, arm, numbers in zip(
                changes, arms, _against_first(wanted, runs, places), strict=True
            )
        ],
        "cost": {"runs": len(runs) * seed_count, "packets": packets},
    }


def _altered(scenario: Scenario, change: Alteration, place: int) -> Scenario:
    try:
        return change.apply(scenario)
    except ImpossibleAlterationError as error:
        refused(f"alterations.{place} is impossible: {error}")
    except ValidationError as error:
        refused(f"alterations.{place} makes an invalid scenario: {problems_of(error)[0].message}")


def _against_first(
    wanted: list[tuple[str, Metric]], runs: list[list[Json]], places: list[list[int | None]]
) -> list[list[Json]]:
    """For every run but the first: its numbers, each with its difference to the first."""
    found: list[list[Json]] = [[] for _ in runs[1:]]
    for name, metric in wanted:
        here = [_name_in(name, own) for own in places[1:]]
        having = [index for index, own in enumerate(here) if own is not None]
        values = [values_of(runs[index + 1], here[index] or "") for index in having]
        changes = differences(values, values_of(runs[0], name), metric)
        for index, own, changed in zip(having, values, changes, strict=True):
            found[index].append(estimate(own, metric) | {"difference": changed})
    return found


def _name_in(name: str, places: list[int | None]) -> str | None:
    """What a number of the first run is called in an arm; None: its group is left out."""
    kind, _, rest = name.partition("_")
    index, _, field = rest.partition("_")
    if kind != "group" or not index.isdigit():
        return name
    place = places[int(index)]
    return None if place is None else f"group_{place}_{field}"


def sweep(scenario: Json, path: str, values: list[Any], metric: str, seed_count: int = 5) -> Json:
    """A scenario over values of one setting: the metric at each value with its 95% interval. `path`
    is like bottleneck.rate_bps or flows.0.algorithm.name. Sizes that follow from others, such as a
    buffer in BDP, move along.
    """
    if not 1 <= len(values) <= MOST_VALUES:
        refused(f"values has {len(values)} entries; it must have 1 to {MOST_VALUES}")
    scenarios = [checked(_with(scenario, path, value), f"values: {value}") for value in values]
    seeds = check_seeds(seed_count)
    packets = check_cost(scenarios, seed_count)
    meaning = metric_of(metric, scenarios[0])
    return {
        "path": path,
        "points": [
            {
                "value": value,
                **estimate(values_of(by_seed(each, seeds), metric), meaning),
                **citation(each, seeds),
            }
            for value, each in zip(values, scenarios, strict=True)
        ],
        "cost": {"runs": len(values) * seed_count, "packets": packets},
    }


def check_algorithm(before: str, after: str) -> Json:
    """What a change makes better or worse: `./lab check`, over its 44 situations and 8 seeds. Each
    is NAME or a module FILE.wasm on this machine, with :PARAMETER=VALUE,... Takes up to two
    minutes of two processors. Links open each situation before and after, with a stand-in
    where a module was. `draft_cases`: test cases of the BBRv3 draft with another verdict, one run
    each.
    """
    try:
        pair = [read_tested("before", before), read_tested("after", after)]
        battery = load_battery()
        known = [shipped(tested, CHECK_SEEDS, battery) for tested in pair]
        sides = list(zip(pair, known, strict=True))
        work = [missing_work(tested, found, battery) for tested, found in sides]
        one, two = (
            evaluate(tested, CHECK_SEEDS, found, 2, lambda: None, battery)
            for tested, found in sides
        )
        has_cases = any(map(apply_to, pair))
        verdicts = [verdicts_on(each, 2, lambda: None) if has_cases else {} for each in pair]
    except InputError as error:
        refused(str(error))
    change = change_between(one, two)
    cases = changed_cases(*verdicts)
    situations = {item.id: item for item in battery}
    computed = [scenario for of_side in work for _, scenario in of_side]
    seed_count = len(CHECK_SEEDS)
    return {
        "before": pair[0].title,
        "after": pair[1].title,
        "worse": len(change.having("worse")),
        "better": len(change.having("better")),
        "differs": len(change.having("changed")),
        "inconclusive": len(change.having("unclear", "untested")),
        "too_small_to_count": len(change.having("small")),
        "numbers": [
            changed_number(number, [_seen(side, situations[number.situation_id]) for side in pair])
            for number in change.having("worse", "better", "changed")
        ],
        "draft_cases": [case.model_dump(mode="json") for case in cases if case.outcome != "same"],
        "control": f"{change.control}, {change.false_discovery_rate:.0%} over "
        f"{len(change.numbers)} numbers",
        "cost": {
            "runs": seed_count * len(computed),
            "packets": seed_count * sum(map(work_packet_count, computed)),
        },
        "behaviour_version": behaviour_version(),
        "seeds": list(CHECK_SEEDS),
    }


def _seen(tested: AlgorithmInput, item: Situation) -> str:
    """A link to a situation with what is tested in it."""
    shown = {"name": STAND_IN} if tested.module is not None else tested.algorithm
    return opened_link(item.scenario_with(shown), CHECK_SEEDS[0])


def judge_algorithm(algorithm: str, hidden_seed: int | None = None) -> Json:
    """Scores an algorithm against CUBIC in its place (1 is CUBIC): FILE.wasm on this machine, a
    module of docs/own-algorithms.md, or NAME, each with :PARAMETER=VALUE,... Answers its faults,
    its score with a 95% interval in situations that everyone knows, in hidden twins of them and in
    others drawn after the module was read, and the worst situation made simple, with causes.
    `hidden_seed` of an answer draws the same ones again. Some seconds of two processors.
    """
    try:
        tested = read_tested("algorithm", algorithm)
    except InputError as error:
        refused(str(error))
    if hidden_seed is not None and not 0 <= hidden_seed < 2**53:
        refused(f"hidden_seed is {hidden_seed}; it must be from 0 to 2^53 - 1")
    # Drawn when the module exists: it cannot be made for the situations.
    seed = secrets.randbits(53) if hidden_seed is None else hidden_seed
    return document(tested, judge(tested, seed, 2))


def _with(scenario: Json, path: str, value: Any) -> Json:
    changed = deepcopy(scenario)
    *steps, last = path.split(".")
    here: Any = changed
    for step in steps:
        if isinstance(here, list) and step.isdigit() and int(step) < len(here):
            here = here[int(step)]
        elif isinstance(here, dict):
            here = here.setdefault(step, {})
        else:
            refused(f"path is '{path}', and the scenario has no '{step}' there")
    if not isinstance(here, dict):
        refused(f"path is '{path}'; it must end with the name of a setting")
    here[last] = value
    return changed


TOOLS: Final[tuple[Callable[..., Json], ...]] = (
    algorithms,
    scenario_schema,
    search_cases,
    validate,
    run,
    explain,
    compare,
    what_if,
    sweep,
    check_algorithm,
    judge_algorithm,
)


def build_server() -> MCPServer:
    """All tools, each marked as one that only reads."""
    server = MCPServer("fairtt-lab", title="FaiRTT Lab", instructions=INSTRUCTIONS)
    for tool in TOOLS:
        server.tool(annotations=_READS)(tool)
    return server
