"""Which builds of the simulator have worked here."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class CoreBuild(Base):
    """Workers register theirs when they start, and say again and again that they are here. The
    API, which never loads the core, looks up stored results under the newest behaviour among those
    that are here (lab.results.repository).
    """

    __tablename__ = "core_build"

    core_version: Mapped[str] = mapped_column(primary_key=True)
    behaviour_version: Mapped[int]
    registered_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """When a worker with this build last said that it is here."""
