"""Which scenarios a page without a server computes."""

from lab.runs.schemas import RunCreate
from lab.site.refusals import Json, refused
from lab_model.modules import modules_named_in, short_name
from lab_model.scenarios import (
    LIMITS,
    Scenario,
    predicted_packet_count,
    scenario_digest,
    work_packet_count,
)
from lab_model.scenarios.default_title import title_of


def require_computable(scenario: Scenario) -> None:
    """A page runs what a server's interactive queue would take. Raises `RefusedError`."""
    packets = work_packet_count(scenario)
    if packets > LIMITS.max_interactive_packet_count:
        message = (
            f"This scenario may have {packets:,} packets, a sample counted as 14; a page without a "
            f"server runs at most {LIMITS.max_interactive_packet_count:,}. Take less time or a "
            "lower rate, or open it in a lab with a server."
        )
        raise refused(message)
    named = sorted(modules_named_in(scenario.model_dump(mode="json")))
    if named:
        message = (
            f"The algorithm {short_name(named[0])} is a WebAssembly module, which "
            "a page without a server does not have. Open the scenario in a lab with a server that "
            "has it."
        )
        raise refused(message)


def new_run(wanted: RunCreate) -> Json:
    """A run before it is computed. Raises `RefusedError`."""
    scenario = wanted.scenario
    require_computable(scenario)
    typed = wanted.name if wanted.name is not None else scenario.name
    return {
        "name": typed or title_of(scenario),
        "forked_from": wanted.forked_from,
        "seed": wanted.seed,
        "scenario": scenario.model_dump(mode="json"),
        "scenario_digest": scenario_digest(scenario),
        "predicted_packets": predicted_packet_count(scenario),
    }
