"""The card of a data set: a README that people read and that catalogues of data sets parse.

Its head is YAML as Hugging Face's hub defines it (https://huggingface.co/docs/hub/datasets-cards).
"""

import json

from lab_model.datasets.dataset import DataSet, Table
from lab_model.english.numbers import count_of
from lab_model.exports.formats.citation import LICENCE


def card_text(dataset: DataSet) -> str:
    """The README."""
    parts = [
        _head(dataset),
        f"# {dataset.title}",
        dataset.summary,
        "## Tables",
        *map(_described, dataset.tables),
        "## How the numbers were made",
        f"{dataset.method} {_versions(dataset)}",
        "## Limits",
        "\n".join(f"- {limit}" for limit in dataset.limits),
        "## Loading",
        _loading(dataset),
        "## Sources, citation and licence",
        _sources(dataset),
    ]
    return "\n\n".join(parts) + "\n"


def _head(dataset: DataSet) -> str:
    """A JSON text is a YAML text, so that nothing in a title can end the line that it is in."""
    configs = "".join(
        f"- config_name: {table.name}\n  data_files: data/{table.name}.parquet\n"
        for table in dataset.tables
    )
    return (
        "---\n"
        f"pretty_name: {json.dumps(dataset.title)}\n"
        f"license: {LICENCE.lower()}\n"
        "language: [en]\n"
        "tags: [tcp, congestion-control, networking, simulation]\n"
        f"configs:\n{configs}---"
    )


def _described(table: Table) -> str:
    rows = "".join(
        f"| `{column.name}` | {field.type} | {_in_cell(column.meaning)} |\n"
        for column, field in zip(table.columns, table.data.schema, strict=False)
    )
    further_count = table.data.num_columns - len(table.columns)
    further = (
        f"\n{count_of(further_count, 'further column')} of doubles, each defined in "
        f"`data/{table.defined_in}.parquet`."
        if further_count
        else ""
    )
    return (
        f"### data/{table.name}.parquet\n\n{table.title} Rows: {table.data.num_rows:,}.\n\n"
        f"| column | type | meaning |\n|---|---|---|\n{rows}{further}".rstrip()
    )


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _versions(dataset: DataSet) -> str:
    versions = ", ".join(dataset.core_versions)
    noun = "version" if len(dataset.core_versions) == 1 else "versions"
    return (
        "Everything was computed by the packet-level simulator of FaiRTT Lab, a deterministic "
        f"program: core {noun} {versions}. The same scenario, seed and behaviour version give the "
        "same numbers, and `scenario_digest` with `seed` names a run."
    )


def _loading(dataset: DataSet) -> str:
    lines = "\n".join(
        f'{table.name.replace("-", "_")} = pandas.read_parquet("data/{table.name}.parquet")'
        for table in dataset.tables
    )
    return (
        "With `pip install pandas pyarrow`, in this folder:\n\n"
        f"```python\nimport pandas\n\n{lines}\n```\n\n"
        "Units are the last word of a column's name: `_bps` bit/s, `_s` seconds, `_bytes`, "
        "`_packets`; `_ratio` and `_index` are plain numbers. Null is no number."
    )


def _sources(dataset: DataSet) -> str:
    quoted = "".join(f"- {source}\n" for source in dataset.sources)
    return (
        f"Quoted numbers are from:\n\n{quoted}\n"
        f"Cite those works for what they found, and `CITATION.bib` for what is measured here. "
        f"Licence: {LICENCE} (`LICENSE.txt`)."
    )
