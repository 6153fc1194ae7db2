"""Lab files as attempts and classes hold them, read and checked once per process and version.

Checking a file takes some ten milliseconds, and a class reads its lab hundreds of times a second.
"""

from typing import Final

from lab import link_traces
from lab.kit.cache import Cache
from lab.labs.held import HeldLab
from lab.models import Classroom, LabAttempt
from lab_model.classroom import LabFile

_FILES: Final[Cache[str, HeldLab]] = Cache(most=64)


def held_lab(holder: LabAttempt | Classroom) -> HeldLab:
    """The file of an attempt or a class; the database sends it only if it is not known."""
    known = _FILES.get(holder.lab_digest)
    if known is None:
        link_traces.require_intact(holder, holder.lab)
        lab = LabFile.model_validate(holder.lab, strict=False)
        known = HeldLab(digest=holder.lab_digest, lab=lab)
        _FILES.put(known.digest, known)
    return known
