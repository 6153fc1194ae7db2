"""`./lab mcp`: questions with known answers, asked through the protocol's own client."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from lab_cli.agents.tools import MOST_PACKETS, MOST_SEEDS, TOOLS, build_server
from lab_cli.kit.scenario_input import scenario_from_data
from lab_exec import behaviour_version, run_scenario
from lab_model.algorithms import algorithm_names
from lab_model.evaluation import load_battery
from lab_model.scenarios import scenario_digest, validate_scenario
from lab_model.scenarios.link import unpack_link

Json = dict[str, Any]


def _scenario(*flows: tuple[str, float], **bottleneck: Any) -> Json:
    return {
        "duration_s": 12,
        "warmup_s": 4,
        "bottleneck": {"rate_bps": 5_000_000, **bottleneck},
        "flows": [
            {"label": f"{name} {index}", "rtt_s": rtt_s, "algorithm": {"name": name}}
            for index, (name, rtt_s) in enumerate(flows)
        ],
    }


ONE_CUBIC = _scenario(("cubic", 0.04))
ELEPHANT_AND_MOUSE = _scenario(("bbr1", 0.08), ("bbr1", 0.02), buffer={"amount": 10})
UNEQUAL_RENO = _scenario(("newreno", 0.02), ("newreno", 0.16))
LONG = ONE_CUBIC | {"duration_s": 3600}
NEWRENO_MODULE = Path(__file__).parents[2] / "sim-core" / "modules" / "newreno.wasm"
LOSSY = {"kind": "bernoulli", "probability": 0.02}


async def _ask(tool: str, arguments: Json) -> Any:
    async with Client(build_server()) as client:
        return await client.call_tool(tool, arguments)


def ask(tool: str, **arguments: Any) -> Json:
    """The answer of a tool. Raises AssertionError with its text where it refuses."""
    answer = asyncio.run(_ask(tool, arguments))
    text = answer.content[0].text
    assert not answer.is_error, text
    found: Json = json.loads(text)
    return found


def refusal(tool: str, **arguments: Any) -> str:
    """The sentence with which a tool refuses."""
    answer = asyncio.run(_ask(tool, arguments))
    assert answer.is_error
    return str(answer.content[0].text)


def number(answer: Json, name: str) -> Json:
    return next(each for each in answer["numbers"] if each["metric"] == name)


def _mean(answer: Json, name: str) -> float:
    return float(number(answer, name)["mean"])


def _sentences(answer: Json) -> str:
    return " ".join(link["sentence"] for flow in answer["flows"] for link in flow["links"])


QUESTIONS: list[tuple[str, str, Json, Callable[[Json], bool]]] = [
    (
        "Which algorithms are there?",
        "algorithms",
        {},
        lambda found: [each["name"] for each in found["algorithms"]] == list(algorithm_names()),
    ),
    (
        "What is the default of CUBIC's beta?",
        "algorithms",
        {},
        lambda found: (
            [
                parameter["default"]
                for each in found["algorithms"]
                if each["name"] == "cubic"
                for parameter in each["parameters"]
                if parameter["name"] == "beta_ratio"
            ]
            == [0.7]
        ),
    ),
    (
        "What is a scenario's rate called?",
        "scenario_schema",
        {},
        lambda found: "rate_bps" in json.dumps(found),
    ),
    (
        "Is there a known case of FaiRTT?",
        "search_cases",
        {"words": "fairtt"},
        lambda found: any("FaiRTT" in each["sentence"] for each in found["cases"]),
    ),
    (
        "Is there one about token ring?",
        "search_cases",
        {"words": "token ring"},
        lambda found: found["cases"] == [],
    ),
    (
        "How many packets, with ACKs, is a run of 12 s at 5 Mbit/s?",
        "validate",
        {"scenario": ONE_CUBIC},
        lambda found: 5_000 <= found["work_packets"] <= 10_000,
    ),
    (
        "What buffer does a scenario have that names none?",
        "validate",
        {"scenario": ONE_CUBIC},
        lambda found: found["scenario"]["bottleneck"]["buffer"]["amount"] == 1.0,
    ),
    (
        "Does one flow of CUBIC fill a link with a buffer of one BDP?",
        "run",
        {"scenario": ONE_CUBIC, "seed_count": 3},
        lambda found: _mean(found, "utilisation_ratio") > 0.9,
    ),
    (
        "And with 2% of random loss?",
        "run",
        {"scenario": _scenario(("cubic", 0.04), loss=LOSSY), "seed_count": 3},
        lambda found: _mean(found, "utilisation_ratio") < 0.6,
    ),
    (
        "How often does it send again then?",
        "run",
        {"scenario": _scenario(("cubic", 0.04), loss=LOSSY), "metrics": ["retransmit_ratio"]},
        lambda found: 0.01 < _mean(found, "retransmit_ratio") < 0.04,
    ),
    (
        "Who gets more, a long or a short flow of BBRv1?",
        "run",
        {"scenario": ELEPHANT_AND_MOUSE, "seed_count": 3},
        lambda found: _mean(found, "group_0_share_ratio") > _mean(found, "group_1_share_ratio"),
    ),
    (
        "Who of two flows of NewReno?",
        "run",
        {"scenario": UNEQUAL_RENO, "seed_count": 3},
        lambda found: _mean(found, "group_0_share_ratio") > 0.6,
    ),
    (
        "What is Jain's index of one flow?",
        "run",
        {"scenario": ONE_CUBIC, "metrics": ["jain_index"], "seed_count": 2},
        lambda found: _mean(found, "jain_index") == 1,
    ),
    (
        "What limits a flow of CUBIC?",
        "explain",
        {"scenario": ONE_CUBIC},
        lambda found: "congestion window" in _sentences(found),
    ),
    (
        "Why does it lose packets?",
        "explain",
        {"scenario": ONE_CUBIC},
        lambda found: "because the buffer was full" in _sentences(found),
    ),
    (
        "Does CoDel shorten the queue of CUBIC in a deep buffer?",
        "compare",
        {
            "baseline": _scenario(("cubic", 0.04), buffer={"amount": 8}),
            "arm": _scenario(("cubic", 0.04), buffer={"amount": 8}, queue={"kind": "codel"}),
            "seed_count": 4,
            "metrics": ["mean_queue_s"],
        },
        lambda found: found["numbers"][0]["difference"]["verdict"] == "better",
    ),
    (
        "Do two equal scenarios differ?",
        "compare",
        {"baseline": ONE_CUBIC, "arm": ONE_CUBIC, "seed_count": 3},
        lambda found: (
            {row["difference"]["verdict"] for row in found["numbers"]}
            <= {"unclear", "too few seeds"}
        ),
    ),
    (
        "Does BBRv1 stand 2% of loss better than CUBIC?",
        "compare",
        {
            "baseline": _scenario(("cubic", 0.04), loss=LOSSY),
            "arm": _scenario(("bbr1", 0.04), loss=LOSSY),
            "seed_count": 4,
            "metrics": ["throughput_bps"],
        },
        lambda found: found["numbers"][0]["difference"]["verdict"] == "better",
    ),
    (
        "Would two flows of NewReno share evenly if their RTTs were equal?",
        "what_if",
        {
            "scenario": UNEQUAL_RENO,
            "alterations": [{"kind": "equal_rtts"}],
            "seed_count": 4,
            "metrics": ["jain_index"],
        },
        lambda found: found["changes"][0]["numbers"][0]["difference"]["verdict"] == "better",
    ),
    (
        "What would shorten the queue of CUBIC in a deep buffer?",
        "what_if",
        {
            "scenario": _scenario(("cubic", 0.04), buffer={"amount": 8}),
            "seed_count": 3,
            "metrics": ["mean_queue_s"],
        },
        lambda found: (
            {
                name
                for name in ("BBRv2", "1 BDP", "FQ-CoDel")
                for change in found["changes"]
                if name in change["title"]
                and change["numbers"][0]["difference"]["verdict"] == "better"
            }
            == {"BBRv2", "1 BDP", "FQ-CoDel"}
        ),
    ),
    (
        "How does NewReno's throughput fall with loss?",
        "sweep",
        {
            "scenario": _scenario(("newreno", 0.04), loss=LOSSY),
            "path": "bottleneck.loss.probability",
            "values": [0.002, 0.01, 0.05],
            "metric": "throughput_bps",
            "seed_count": 3,
        },
        lambda found: (
            sorted((point["mean"] for point in found["points"]), reverse=True)
            == [point["mean"] for point in found["points"]]
        ),
    ),
    (
        "Which of two algorithms queues less?",
        "sweep",
        {
            "scenario": _scenario(("cubic", 0.04), buffer={"amount": 8}),
            "path": "flows.0.algorithm.name",
            "values": ["cubic", "vegas"],
            "metric": "mean_queue_s",
            "seed_count": 2,
        },
        lambda found: found["points"][1]["mean"] < found["points"][0]["mean"],
    ),
    (
        "How good is a module with a window of NewReno's?",
        "judge_algorithm",
        {"algorithm": str(NEWRENO_MODULE), "hidden_seed": 7},
        lambda found: (
            found["interval_95"][0] < found["score"] < found["interval_95"][1]
            and found["worst"]["causes"] != []
            and found["worst"]["link"].startswith("http")
        ),
    ),
    (
        "Did NewReno replace CUBIC without anything getting worse?",
        "check_algorithm",
        {"before": "cubic", "after": "newreno"},
        lambda found: found["worse"] > 0,
    ),
]


def _bare(found: Any) -> list[Json]:
    """The means in an answer that have no interval where seeds differ."""
    if isinstance(found, list):
        return [bare for each in found for bare in _bare(each)]
    if not isinstance(found, dict):
        return []
    own = [found] if "mean" in found and not ("interval_95" in found or "low" in found) else []
    return own + [bare for each in found.values() for bare in _bare(each)]


@pytest.mark.parametrize(
    ("tool", "arguments", "is_right"),
    [question[1:] for question in QUESTIONS],
    ids=[question[0] for question in QUESTIONS],
)
def test_a_question_is_answered(
    tool: str, arguments: Json, is_right: Callable[[Json], bool]
) -> None:
    answer = ask(tool, **arguments)
    assert is_right(answer), answer
    assert _bare(answer) == []
    says_numbers = '"mean"' in json.dumps(answer) or "score" in answer or "flows" in answer
    assert not says_numbers or '"link": "http' in json.dumps(answer)


def test_a_check_can_be_cited_and_says_what_it_cost() -> None:
    answer = ask("check_algorithm", before="cubic", after="newreno")
    for each in answer["numbers"]:
        for side in ("before", "after"):
            linked = scenario_from_data(json.loads(unpack_link(each[side]["link"])))
            name = {"before": "cubic", "after": "newreno"}[side]
            assert name in {group.algorithm.name for group in linked.flows}
    # All of it ships with the lab, but for the situations of public bug reports.
    reports = [item for item in load_battery() if item.report is not None]
    assert 0 < answer["cost"]["runs"] <= 2 * 8 * len(reports)
    assert answer["cost"]["packets"] > 0
    assert answer["seeds"] == list(range(1, 9))


def test_every_number_has_its_interval_and_a_link_that_gives_it_again() -> None:
    answer = ask("run", scenario=ONE_CUBIC, seed_count=3)
    assert all(
        each["interval_95"] and each["seed_count"] == 3 and each["unit"]
        for each in answer["numbers"]
        if each["mean"] is not None
    )
    linked = scenario_from_data(json.loads(unpack_link(answer["link"])))
    assert scenario_digest(linked) == answer["scenario_digest"]
    assert answer["behaviour_version"] == behaviour_version()
    again = [run_scenario(linked, seed, series=False) for seed in answer["seeds"]]
    mean = sum(each["summary"]["utilisation_ratio"] for each in again) / 3
    assert _mean(answer, "utilisation_ratio") == pytest.approx(mean)


def test_a_what_if_is_the_same_as_a_comparison_with_what_it_links_to() -> None:
    wanted = ["throughput_bps", "group_1_throughput_bps", "group_1_mean_rtt_s"]
    answer = ask("what_if", scenario=UNEQUAL_RENO, seed_count=3, metrics=wanted)
    titles = [change["title"] for change in answer["changes"]]
    assert len(set(titles)) == len(titles) > 3
    [alone, other] = answer["changes"][:2]
    # Without its first group the second is the first one there, and is called what it was.
    assert [number["metric"] for number in alone["numbers"]] == wanted
    assert [number["metric"] for number in other["numbers"]] == wanted[:1]
    for change, names in ((alone, wanted[:1]), (answer["changes"][-1], wanted)):
        linked = json.loads(unpack_link(change["link"]))
        answer = ask("compare", baseline=UNEQUAL_RENO, arm=linked, seed_count=3, metrics=names)
        assert answer["arm"]["scenario_digest"] == change["scenario_digest"]
        for row, number in zip(answer["numbers"], change["numbers"], strict=False):
            assert number["mean"] == row["arm"]["mean"]
            assert number["difference"]["mean"] == row["difference"]["mean"]
            # One of several: never less than alone.
            assert number["difference"]["p"] >= row["difference"]["p"]
    linked = json.loads(unpack_link(alone["link"]))
    own = ask("run", scenario=linked, seed_count=3, metrics=["group_0_throughput_bps"])
    assert alone["numbers"][1]["mean"] == own["numbers"][0]["mean"]


def test_one_seed_has_no_interval() -> None:
    answer = ask("run", scenario=ONE_CUBIC, seed_count=1, metrics=["throughput_bps"])
    assert number(answer, "throughput_bps")["interval_95"] is None


def test_every_tool_says_that_it_only_reads_and_what_it_does() -> None:
    async def listed() -> Any:
        async with Client(build_server()) as client:
            return (await client.list_tools()).tools

    tools = asyncio.run(listed())
    assert [tool.name for tool in tools] == [tool.__name__ for tool in TOOLS]
    assert all(tool.annotations.read_only_hint and tool.description for tool in tools)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("run", {"scenario": {}}, "scenario: "),
        ("run", {"scenario": _scenario(("qubic", 0.04))}, "'qubic'"),
        ("run", {"scenario": ONE_CUBIC, "seed_count": 0}, f"from 1 to {MOST_SEEDS}"),
        ("run", {"scenario": ONE_CUBIC, "metrics": ["speed"]}, "metric is 'speed'"),
        (
            "run",
            {"scenario": ONE_CUBIC | {"duration_s": 3600}, "seed_count": 30},
            f"{MOST_PACKETS:,}",
        ),
        ("explain", {"scenario": ONE_CUBIC, "seed": -1}, "seed is -1"),
        ("compare", {"baseline": ONE_CUBIC, "arm": {}}, "arm: "),
        ("compare", {"baseline": ONE_CUBIC, "arm": ONE_CUBIC, "seed_count": 1}, "from 2 to"),
        (
            "what_if",
            {"scenario": ONE_CUBIC, "alterations": [{"kind": "without_group", "group_index": 3}]},
            "alterations.0 is impossible: group_index is 3",
        ),
        ("what_if", {"scenario": ONE_CUBIC, "alterations": []}, "alterations has 0 entries"),
        ("what_if", {"scenario": ONE_CUBIC, "alterations": [{"kind": "magic"}]}, "'magic'"),
        (
            "what_if",
            {"scenario": UNEQUAL_RENO, "alterations": [{"kind": "equal_rtts"}] * 2},
            "alterations: ",
        ),
        ("what_if", {"scenario": LONG, "seed_count": 30}, f"{MOST_PACKETS:,}"),
        (
            "sweep",
            {"scenario": ONE_CUBIC, "path": "flows.3.rtt_s", "values": [1], "metric": "jain_index"},
            "no '3' there",
        ),
        (
            "sweep",
            {"scenario": ONE_CUBIC, "path": "duration_s", "values": [], "metric": "jain_index"},
            "values has 0 entries",
        ),
        ("check_algorithm", {"before": "cubic", "after": "qubic"}, "after is 'qubic'"),
        ("judge_algorithm", {"algorithm": "qubic"}, "algorithm is 'qubic'"),
        ("judge_algorithm", {"algorithm": "no.wasm"}, "'no.wasm' cannot be read"),
        ("judge_algorithm", {"algorithm": "cubic", "hidden_seed": -1}, "hidden_seed is -1"),
    ],
)
def test_a_refusal_names_field_value_and_bound(tool: str, arguments: Json, said: str) -> None:
    assert said in refusal(tool, **arguments)


def test_defaults_are_those_of_the_lab() -> None:
    answer = ask("validate", scenario=ONE_CUBIC)
    assert answer["scenario"] == validate_scenario(ONE_CUBIC).model_dump(mode="json")
