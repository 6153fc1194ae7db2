"""Base of the models of shipped and computed data."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """Closed and immutable; the text below an attribute describes it in the schema."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)
