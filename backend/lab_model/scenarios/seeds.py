"""The seed of a run."""

from typing import Annotated

from pydantic import Field

from lab_model.scenarios.hints import WHOLE_NUMBER
from lab_model.scenarios.limits import LIMITS

Seed = Annotated[
    int,
    Field(
        strict=True,
        ge=0,
        le=LIMITS.max_seed,
        title="Seed",
        description="Chooses the random numbers of a run: 0 to 2^53 - 1.",
    ),
    WHOLE_NUMBER,
]
