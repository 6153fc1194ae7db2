"""The scenario: the one schema, its digests, its cost and what is wrong with a bad one."""

from lab_model.scenarios.canonical import canonical_json, canonical_scenario
from lab_model.scenarios.computed.cost import (
    PACKETS_PER_SAMPLE,
    QueueName,
    kept_sample_count,
    predicted_packet_count,
    queue_for,
    sample_count_per_subject,
    simulated_packet_count,
    work_packet_count,
)
from lab_model.scenarios.computed.derived import Derived, buffer_bytes, derive, flow_count
from lab_model.scenarios.digest import scenario_digest, summary_digest
from lab_model.scenarios.json_schema import scenario_json_schema
from lab_model.scenarios.limits import LIMITS, Limits
from lab_model.scenarios.problems import FieldProblem, problems_of
from lab_model.scenarios.scenario import Scenario
from lab_model.scenarios.seeds import Seed
from lab_model.scenarios.text import (
    InvalidScenarioError,
    parse_json,
    read_scenario,
    validate_scenario,
)

__all__ = [
    "LIMITS",
    "PACKETS_PER_SAMPLE",
    "Derived",
    "FieldProblem",
    "InvalidScenarioError",
    "Limits",
    "QueueName",
    "Scenario",
    "Seed",
    "buffer_bytes",
    "canonical_json",
    "canonical_scenario",
    "derive",
    "flow_count",
    "kept_sample_count",
    "parse_json",
    "predicted_packet_count",
    "problems_of",
    "queue_for",
    "read_scenario",
    "sample_count_per_subject",
    "scenario_digest",
    "scenario_json_schema",
    "simulated_packet_count",
    "summary_digest",
    "validate_scenario",
    "work_packet_count",
]
