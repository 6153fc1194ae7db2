"""The explanations of a result in sentences, stored so that the first request need not wait:
phenomena and chains of causes (lab_model.phenomena, lab_model.causes).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final
from uuid import UUID

from sqlalchemy import Text, bindparam, cast, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

import lab
import lab_model
from lab.models import ResultExplanations, Run

TEXT_DIGEST: Final = func.md5(cast(Run.kept_scenario, Text))
"""Of a run's scenario as it is kept, with the labels of its flows, which are in sentences. All runs
of a result have the same trace."""


@dataclass(frozen=True)
class Explanations:
    """The explanations of a result: models as JSON, without the run's id."""

    phenomena: str
    first_flows: Sequence[int]
    chains: dict[int, str]
    """By flow."""


@cache
def rules_digest() -> str:
    """Of all code that decides the sentences. An updated lab has another digest, and does not show
    the sentences of an older one.
    """
    found = sha256()
    service, model = (Path(str(package.__file__)).parent for package in (lab, lab_model))
    paths = {*model.rglob("*.py"), model / "algorithms/registry.json"}
    for name in ("explanations", "series"):
        # Not by a pattern, which a folder that has moved would match silently with nothing.
        paths |= {path for path in (service / name).iterdir() if path.suffix == ".py"}
    for path in sorted(paths):
        found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()


def store(session: Session, run: Run, found: Explanations) -> None:
    """Keep the explanations of a run's result with the run's labels, unless some are stored."""
    digest = session.scalar(select(TEXT_DIGEST).where(Run.id == run.id))
    statement = insert(ResultExplanations).values(
        result_id=run.result_id,
        rules_digest=rules_digest(),
        text_digest=digest,
        phenomena=found.phenomena,
        first_flows=list(found.first_flows),
        chain_flows=list(found.chains),
        chains=list(found.chains.values()),
    )
    session.execute(statement.on_conflict_do_nothing())


_PHENOMENA: Final = select(ResultExplanations.phenomena).where(
    ResultExplanations.result_id == bindparam("result_id"),
    ResultExplanations.text_digest == bindparam("text_digest"),
    ResultExplanations.rules_digest == bindparam("rules_digest"),
)
# Without flows, those of `first_flows`.
_CHAINS: Final = text(
    "SELECT ARRAY(SELECT chains[array_position(chain_flows, wanted.flow)]"
    " FROM unnest(coalesce(cast(:flows AS bigint[]), first_flows))"
    " WITH ORDINALITY AS wanted (flow, place) ORDER BY wanted.place)"
    " FROM result_words WHERE result_id = :result_id AND text_digest = :text_digest"
    " AND rules_digest = :rules_digest"
)


def phenomena_of(session: Session, result_id: UUID, text_digest: str) -> str | None:
    """As they are stored; None if they are not, or not by today's rules and in these labels."""
    return session.scalar(_PHENOMENA, _asked(result_id, text_digest))


def chains_of(
    session: Session, result_id: UUID, text_digest: str, flows: Sequence[int] | None
) -> list[str] | None:
    """The same of chains of causes, in the order of `flows`; None: the first flow of each group.
    None if any of them is not there.
    """
    asked = _asked(result_id, text_digest) | {"flows": flows}
    found = session.scalar(_CHAINS, asked)
    return None if found is None or None in found else list(found)


def _asked(result_id: UUID, text_digest: str) -> dict[str, object]:
    return {
        "result_id": result_id,
        "text_digest": text_digest,
        "rules_digest": rules_digest(),
    }
