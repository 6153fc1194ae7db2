"""Which builds of the simulator have worked here."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from lab.models.base import Base


class CoreBuild(Base):
    """Workers register theirs when they start. The API, which never loads the core, looks up
    stored results under the behaviour of the one registered last.
    """

    __tablename__ = "core_build"

    core_version: Mapped[str] = mapped_column(primary_key=True)
    behaviour_version: Mapped[int]
    registered_at: Mapped[datetime] = mapped_column(server_default=func.now())
