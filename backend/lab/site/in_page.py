"""What a page without a server asks Python: the service's own rules, on text.

Pyodide runs this module in a worker of the page (frontend/src/site/python). It imports nothing but
Pydantic and what is pure, so it needs neither a database nor HTTP nor NumPy.

    answer("check", '{"scenario": {...}}')      # '{"status": 200, "body": {...}}'
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from lab.catalog.schemas import ScenarioCheck, ScenarioChecked
from lab.errors import LabError
from lab.explanations.found_phenomena import phenomena_of, series_of_run
from lab.runs.schemas import RunCreate
from lab.site.asking import what_if, what_if_offers, what_if_table
from lab.site.comparing import compare
from lab.site.computable import new_run
from lab.site.refusals import Json, RefusedError, read_body, refused
from lab_model.causes import chain_of, flow_cases, states_of
from lab_model.causes.chosen import first_flows, problem_of_flow, series_of_flows
from lab_model.experiments.numbers import numbers_of
from lab_model.phenomena.evidence import build_evidence
from lab_model.results.page_core import PageRun, page_numbers, page_result
from lab_model.scenarios import (
    Scenario,
    derive,
    predicted_packet_count,
    scenario_digest,
)
from lab_model.series.wanted import WantedSeries


def answer(question: str, text: str) -> str:
    """The answer to a question of `QUESTIONS` as JSON: an HTTP status and a body."""
    try:
        return json.dumps({"status": 200, "body": _answering(question)(json.loads(text))})
    except RefusedError as error:
        problem = error.problem
    except LabError as error:
        problem = error.problem().model_dump(mode="json")
    return json.dumps({"status": problem["status"], "body": problem})


def _answering(question: str) -> Callable[[Json], Json]:
    """Labs and experiments are seldom, and loading what knows them takes a while."""
    if question in QUESTIONS:
        return QUESTIONS[question]
    if question.startswith("experiment"):
        from lab.site import experiment_views, experiments

        return {**experiments.QUESTIONS, **experiment_views.QUESTIONS}[question]
    from lab.site import attempts

    return attempts.QUESTIONS[question]


def check(body: Json) -> Json:
    """POST /api/scenarios/check."""
    scenario = read_body(ScenarioCheck, body).scenario
    return ScenarioChecked(
        scenario_digest=scenario_digest(scenario),
        predicted_packets=predicted_packet_count(scenario),
        derived=derive(scenario),
    ).model_dump(mode="json")


def create(body: Json) -> Json:
    """POST /api/runs: a run before it is computed."""
    return new_run(read_body(RunCreate, body))


def result(body: Json) -> Json:
    """The result of a run, from its scenario, its seed and the core's numbers."""
    scenario = Scenario.model_validate(body["scenario"])
    core = body["core"]
    run = PageRun(
        flows=[page_numbers(flow) for flow in core["flows"]],
        links=[page_numbers(link) for link in core["links"]],
        fairness=page_numbers(core["fairness"]),
        losses=core["losses"],
        transfers={
            name: [math.nan if value is None else value for value in values]
            for name, values in core["transfers"].items()
        },
        simulated_packets=core["simulated_packets"],
        sample_count=core["sample_count"],
        events_truncated=core["events_truncated"],
    )
    build = (core["core_version"], core["behaviour_version"])
    return page_result(scenario, body["seed"], run, build, core["series_digest"])


def numbers(body: Json) -> Json:
    """Of a run what a table over seeds keeps: as `result`, without the result."""
    return numbers_of_result({"result": result(body)})


def numbers_of_result(body: Json) -> Json:
    """The same of a result."""
    found = body["result"]
    return {"summary_digest": found["summary_digest"], "numbers": dict(numbers_of(found))}


def units_file(body: Json) -> Json:
    """GET /api/experiments/{experiment_id}/export/{format} of an experiment, or of a table of what
    would change.
    """
    # Wanted seldom, and it loads all formats.
    from lab.site.unit_files import write_file

    return write_file(body)


def phenomena_series(body: Json) -> Json:
    """Which series GET /api/runs/{run_id}/phenomena is made from."""
    return _wanted(series_of_run([flow["flow_index"] for flow in body["result"]["flows"]]))


def phenomena(body: Json) -> Json:
    """GET /api/runs/{run_id}/phenomena: of a run that is done, with its timeline and these
    series.
    """
    evidence = build_evidence(
        body["scenario"],
        body["result"],
        phases=body["phases"],
        events=body["events"],
        time_s=body["time_s"],
        columns=_columns(body),
    )
    return phenomena_of(UUID(body["run_id"]), evidence).model_dump(mode="json")


def causes_series(body: Json) -> Json:
    """Which flows GET /api/runs/{run_id}/causes explains, and from which series."""
    entries, flows = body["result"]["flows"], body["flows"] or first_flows(body["result"]["flows"])
    for index in flows:
        message = problem_of_flow(index, len(entries))
        if message is not None:
            raise refused(message)
    return _wanted(series_of_flows(body["result"], list(dict.fromkeys(flows))))


def causes(body: Json) -> Json:
    """The chains of GET /api/runs/{run_id}/causes, from the record of the core and these series."""
    groups = {flow["flow_index"]: flow["group_index"] for flow in body["result"]["flows"]}
    states = {
        index: states_of(body["scenario"], groups[index], body["time_s"], columns)
        for index, columns in _columns(body).items()
    }
    cases = flow_cases(body["scenario"], body["result"], body["record"], states)
    chains = [chain_of(cases[index]).model_dump(mode="json") for index in body["flows"]]
    return {"run_id": body["run_id"], "status": "done", "error": None, "chains": chains}


QUESTIONS: Final[Mapping[str, Callable[[Json], Json]]] = {
    "check": check,
    "create": create,
    "result": result,
    "numbers": numbers,
    "numbers_of_result": numbers_of_result,
    "phenomena_series": phenomena_series,
    "phenomena": phenomena,
    "causes_series": causes_series,
    "causes": causes,
    "compare": compare,
    "what_if_offers": what_if_offers,
    "what_if": what_if,
    "what_if_table": what_if_table,
    "units_file": units_file,
}


def _wanted(series: WantedSeries) -> Json:
    """As an address asks for them, and the flows."""
    return {
        "flows": series.flows,
        "metrics": series.metrics,
        "subjects": series.subjects,
        "from_s": series.from_s,
        "points": series.points,
    }


def _columns(body: Json) -> dict[int, dict[str, list[float]]]:
    """Series of flows by index and metric, NaN where there is no value."""
    return {
        subject["index"]: {
            name: [math.nan if value is None else value for value in values]
            for name, values in subject["columns"].items()
        }
        for subject in body["subjects"]
    }
