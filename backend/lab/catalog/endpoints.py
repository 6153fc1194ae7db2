"""HTTP of the algorithms, queues, metrics and presets that the lab offers."""

from typing import Any, Final

from fastapi import APIRouter, Request

from lab.catalog.schemas import ProblemKind, ScenarioCheck, ScenarioChecked
from lab.errors import PROBLEM_TYPES, LabError, NotFound, TooManyRequests, meaning_of, refuses
from lab.kit.problem import problem_type
from lab.kit.rate_limit import address_of, require_room
from lab_model.algorithms import AlgorithmInfo, registry
from lab_model.algorithms.not_public import NOT_PUBLIC, NotPublic
from lab_model.presets import Preset, load_presets
from lab_model.presets.shipped import ShippedPreset, shipped_preset
from lab_model.scenarios import (
    derive,
    predicted_packet_count,
    scenario_digest,
    scenario_json_schema,
)

GROUPS_OF_ONE_CHECK: Final = 100

router = APIRouter(prefix="/api", tags=["catalog"])


@router.get("/algorithms", operation_id="listAlgorithms")
async def list_algorithms() -> list[AlgorithmInfo]:
    """Every congestion control with its parameters, bounds, phases and series, exact or rebuilt.
    Those whose rule is not public: /api/algorithms/not-public.
    """
    return registry().algorithms


@router.get("/algorithms/not-public", operation_id="listAlgorithmsNotPublic")
async def list_algorithms_not_public() -> list[NotPublic]:
    """Published algorithms whose rule is not public: the known facts, and the sources searched."""
    return NOT_PUBLIC


@router.get("/presets", operation_id="listPresets")
async def list_presets() -> list[Preset]:
    """Ready-made comparisons."""
    return load_presets()


@router.get("/presets/{preset_id}", operation_id="readPreset")
@refuses(NotFound)
async def read_preset(preset_id: str) -> ShippedPreset:
    """A comparison with numbers and curves of all of its seeds. They ship with the lab: no
    simulation and no database is asked.
    """
    found = shipped_preset(preset_id)
    if found is None:
        raise NotFound(f"There is no preset '{preset_id[:80]}'. GET /api/presets has all of them.")
    return found


@router.get("/schema/scenario", operation_id="readScenarioSchema")
async def read_scenario_schema() -> dict[str, Any]:
    """JSON Schema of a scenario with units, bounds and help."""
    return scenario_json_schema()


@router.post("/scenarios/check", operation_id="checkScenario")
@refuses(TooManyRequests)
def check_scenario(request: Request, body: ScenarioCheck) -> ScenarioChecked:
    """What would follow from a scenario, or everything that is wrong with it."""
    scenario = body.scenario
    # Ten thousand groups of flows take seconds.
    require_room(
        request,
        "checks",
        f"address:{address_of(request)}",
        lambda settings: settings.scenario_checks_per_minute_per_address,
        cost=1 + len(scenario.flows) // GROUPS_OF_ONE_CHECK,
    )
    return ScenarioChecked(
        scenario_digest=scenario_digest(scenario),
        predicted_packets=predicted_packet_count(scenario),
        derived=derive(scenario),
    )


@router.get("/problems", operation_id="listProblems")
async def list_problems() -> list[ProblemKind]:
    """Every kind of problem that an operation can end in; `type` never changes."""
    return [_read(kind) for kind in PROBLEM_TYPES]


@router.get("/problems/{slug}", operation_id="readProblem")
@refuses(NotFound)
async def read_problem(slug: str) -> ProblemKind:
    """The meaning of a problem's `type`."""
    for kind in PROBLEM_TYPES:
        if kind.slug == slug:
            return _read(kind)
    raise NotFound(f"There is no kind of problem '{slug[:80]}'. GET /api/problems has all of them.")


def _read(kind: type[LabError]) -> ProblemKind:
    return ProblemKind(
        type=problem_type(kind.slug),
        title=kind.title,
        status=kind.status_code,
        meaning=meaning_of(kind),
    )
