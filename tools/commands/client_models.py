"""The types of the Python client, made from the description of the API."""

from typing import Final

from tools.paths import PROJECT_ROOT, venv_bin

DESCRIPTION_PATH: Final = PROJECT_ROOT / "frontend" / "openapi.json"
MODELS_PATH: Final = PROJECT_ROOT / "backend" / "fairtt_lab" / "generated" / "models.py"

# Answers of a newer server may have fields that this client does not know; they are kept.
_OPTIONS: Final = (
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--target-python-version=3.11",
    "--use-annotated",
    "--use-type-alias",
    "--use-schema-description",
    "--use-field-description",
    "--use-attribute-docstrings",
    "--use-double-quotes",
    "--enum-field-as-literal=all",
    "--use-one-literal-as-default",
    "--use-default-factory-for-optional-nested-models",
    "--collapse-root-models",
    "--strict-nullable",
    "--extra-fields=allow",
    "--formatters=builtin",
    "--disable-timestamp",
)


def models_command() -> list[str]:
    """Prints the module: the same description gives the same text."""
    generator = [str(venv_bin("python")), "-P", "-m", "datamodel_code_generator"]
    return [*generator, f"--input={DESCRIPTION_PATH}", *_OPTIONS]
