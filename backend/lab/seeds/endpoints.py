"""HTTP of several seeds together."""

from fastapi import APIRouter

from lab.errors import ResultDamaged, refuses
from lab.kit.dependencies import DatabaseSession
from lab.seeds import service
from lab.seeds.schemas import SeedsWanted
from lab_model.presets.opening import OpeningCase, load_opening
from lab_model.seeds import SeedsTogether

router = APIRouter(prefix="/api", tags=["seeds"])


@router.get("/opening", operation_id="readOpening")
async def read_opening() -> list[OpeningCase]:
    """The cases that the first page opens with, the leading one first, with all of their seeds.
    They ship with the lab: no simulation and no database is asked.
    """
    return load_opening()


@router.post("/seeds", operation_id="readSeeds")
@refuses(ResultDamaged)
def read_seeds(session: DatabaseSession, body: SeedsWanted) -> SeedsTogether:
    """Several seeds of some settings in one answer: numbers and curves of the same seeds, and
    which ones are missing. What ships with the lab is whole; nothing is started.
    """
    return service.read(session, body)
