"""Chains of causes over HTTP, and the rules of reading them."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from pydantic import BaseModel, Field
from sqlalchemy.orm import Session

from lab.errors import InvalidInput
from lab.kit.problem import ProblemItem
from lab.kit.typed_json import WrittenJson
from lab.models import Result, Run
from lab.models.result import PacketStatus
from lab.modules import service as modules
from lab.packets import service as packets
from lab.results import explanations
from lab.runs.service import Reading
from lab.series import service as series
from lab.series.service import SeriesQuery
from lab_model.causes import FlowChain, chain_of, flow_cases, states_of
from lab_model.causes.chosen import first_flows, problem_of_flow, series_of_flows
from lab_model.packet_codec import decode_json
from lab_model.series.wanted import WantedSeries

MAX_STORED_INDEX: Final = 2**31 - 1


class CausesRead(BaseModel):
    """The chains of causes of flows of a run. Ask again while `status` is queued or running."""

    run_id: UUID
    status: PacketStatus = Field(
        description="Of the record that the chains are made from. A result from before causes were "
        "recorded has none until a worker has computed the run again."
    )
    error: str | None = Field(description="Why there is no record, else null.")
    chains: list[FlowChain] = Field(description="Of the flows asked for; there when done.")


def read(
    session: Session, reading: Reading, flows: Sequence[int] | None
) -> CausesRead | WrittenJson:
    """Chains as their worker has stored them, or made from its record, or how far that is; the
    first to ask for a record that is not stored orders it.
    """
    return _stored(session, reading, flows) or made(session, reading.run, flows)


def _stored(session: Session, reading: Reading, flows: Sequence[int] | None) -> WrittenJson | None:
    result_id, digest = reading.run.result_id, reading.text_digest
    if result_id is None or digest is None:
        return None
    # None has so large a number. It is refused below.
    if flows is not None and max(flows, default=0) > MAX_STORED_INDEX:
        return None
    asked = None if flows is None else list(dict.fromkeys(flows))
    chains = explanations.chains_of(session, result_id, digest, asked)
    if chains is None:
        return None
    head = f'{{"run_id":"{reading.run.id}","status":"done","error":null,"chains":['
    return WrittenJson(f"{head}{','.join(chains)}]}}".encode())


def made(session: Session, run: Run, flows: Sequence[int] | None) -> CausesRead:
    """The same, made from the record."""
    found = packets.causes(session, run)
    if run.status != "done" or found is None:
        packets.order_causes(session, run)
        return CausesRead(run_id=run.id, status="queued", error=None, chains=[])
    stored, result = found
    if stored.payload is None:
        return CausesRead(run_id=run.id, status=stored.status, error=stored.error, chains=[])
    return _to_read(session, run, stored.payload, result, flows)


def _to_read(
    session: Session, run: Run, payload: bytes, result: Result, flows: Sequence[int] | None
) -> CausesRead:
    if result.document is None:
        raise AssertionError("a result with causes has a document")
    indices = _chosen(result.document["flows"], flows)
    declared = modules.declared_in(session, run.scenario)
    query = series_of_flows(result.document, indices, declared.values())
    cases = flow_cases(
        run.scenario,
        result.document,
        decode_json(payload),
        _states(session, run, result.document, query),
        declared,
    )
    return CausesRead(
        run_id=run.id,
        status="done",
        error=None,
        chains=[chain_of(cases[index]) for index in indices],
    )


def _chosen(entries: Sequence[dict[str, Any]], flows: Sequence[int] | None) -> list[int]:
    """The flows asked for, or the first of each group. Raises InvalidInput."""
    if flows is None:
        return first_flows(entries)
    for index in flows:
        message = problem_of_flow(index, len(entries))
        if message is not None:
            last = len(entries) - 1
            item = ProblemItem(path="flows", pointer="", message=message, value=index, bound=last)
            raise InvalidInput(message, errors=[item])
    return list(dict.fromkeys(flows))


def _states(
    session: Session, run: Run, document: dict[str, Any], wanted: WantedSeries
) -> dict[int, dict[str, float]]:
    """Means over the samples of the measurement window, by flow."""
    found: dict[int, dict[str, float]] = {index: {} for index in wanted.flows}
    table = series.table_of(session, run, SeriesQuery.of(wanted))
    groups = {flow["flow_index"]: flow["group_index"] for flow in document["flows"]}
    for subject in table.subjects:
        columns = dict(zip(subject.metrics, subject.mean.tolist(), strict=True))
        found[subject.index] = states_of(run.scenario, groups[subject.index], table.time_s, columns)
    return found
