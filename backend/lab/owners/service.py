"""The rules of an owner's data."""

from sqlalchemy.orm import Session

from lab.errors import DraftsChanged, InvalidInput
from lab.league_entries import service as league_entries
from lab.models import CounterexampleSearch, Experiment, LabAttempt, LabDocument, Run, Share
from lab.modules import service as modules
from lab.owner import owner_key_hash_of
from lab.owners import repository
from lab.owners.schemas import Adopted, DraftBundleRead, DraftBundleWrite, OwnerRead
from lab.remote_work import tokens
from lab.runs.storage import StorageQuota, used_bytes


def read(session: Session, owner_key_hash: bytes, quota: StorageQuota) -> OwnerRead:
    """How much there is. A key that was never used has nothing, which is no error."""
    run_count, newest_run_at = repository.run_count_and_newest(session, owner_key_hash)
    bundle = repository.find_bundle(session, owner_key_hash)
    return OwnerRead(
        run_count=run_count,
        experiment_count=repository.experiment_count(session, owner_key_hash),
        draft_count=0 if bundle is None else len(bundle.drafts),
        newest_run_at=newest_run_at,
        storage_used_bytes=used_bytes(session, owner_key_hash),
        storage_limit_bytes=quota.max_bytes,
    )


def read_drafts(session: Session, owner_key_hash: bytes) -> DraftBundleRead:
    """The drafts that were handed in."""
    bundle = repository.find_bundle(session, owner_key_hash)
    if bundle is None:
        return DraftBundleRead(revision=0, drafts=[])
    return DraftBundleRead.model_validate(
        {"revision": bundle.revision, "drafts": bundle.drafts}, strict=False
    )


def write_drafts(
    session: Session, owner_key_hash: bytes, wanted: DraftBundleWrite
) -> DraftBundleRead:
    """Keep these drafts. Raises DraftsChanged if another browser has handed in others meanwhile."""
    drafts = [draft.model_dump(mode="json") for draft in wanted.drafts]
    revision = repository.replace_bundle(session, owner_key_hash, wanted.revision, drafts)
    if revision is None:
        raise DraftsChanged(
            f"Revision {wanted.revision} of the drafts is no longer the newest: another browser "
            "has handed in its own. Read them again, merge, and hand in the result."
        )
    return DraftBundleRead(revision=revision, drafts=wanted.drafts)


def adopt(session: Session, taker: bytes, giver_key: str) -> Adopted:
    """Give every run, experiment, link, lab, module, entry of the league, search and class of
    another key to this one, all at once.

    The drafts which were handed in under the other key are forgotten: the browser that has the
    key has them, and hands them in again under its new one.
    """
    giver = owner_key_hash_of(giver_key)
    if giver == taker:
        message = "owner_key is the key of the header: its runs are there already."
        raise InvalidInput.of_field("owner_key", message)
    run_count = repository.give(session, Run, giver=giver, taker=taker)
    experiment_count = repository.give(session, Experiment, giver=giver, taker=taker)
    for table in (Share, LabAttempt, LabDocument, CounterexampleSearch):
        repository.give(session, table, giver=giver, taker=taker)
    modules.give(session, giver=giver, taker=taker)
    league_entries.give(session, giver=giver, taker=taker)
    repository.give_classes(session, giver=giver, taker=taker)
    # After its attempts: their later deletion does not know this key.
    tokens.forget_browsers(session, [giver])
    repository.delete_bundle(session, giver)
    return Adopted(run_count=run_count, experiment_count=experiment_count)
