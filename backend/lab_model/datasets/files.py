"""The files that a data set is given away as.

    README.md            the card: what it is, every column, limits, how to load and to cite it
    LICENSE.txt          the terms
    CITATION.bib         BibTeX of the program and of the data set
    data/NAME.parquet    a table each

The same numbers give the same bytes, by the same release of pyarrow.
"""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lab_model.datasets.card import card_text
from lab_model.datasets.dataset import DataSet
from lab_model.exports.formats.archive import zip_of
from lab_model.exports.formats.citation import LICENCE, dataset_bibtex

if TYPE_CHECKING:
    import pyarrow as pa

COMPRESSION_LEVEL: Final = 9
_LICENCE_TEXT: Final = f"""\
SPDX-License-Identifier: {LICENCE}

Program and data of FaiRTT Lab are licensed under the Apache License, Version 2.0, whose text is at
https://www.apache.org/licenses/LICENSE-2.0. The numbers quoted from papers belong to their authors.
"""


def dataset_files(dataset: DataSet, program_url: str = "") -> dict[str, bytes]:
    """The files by name. `program_url`: address of the lab that writes them, if it has one."""
    texts = {
        "README.md": card_text(dataset),
        "LICENSE.txt": _LICENCE_TEXT,
        "CITATION.bib": dataset_bibtex(
            dataset.name, dataset.title, ", ".join(dataset.core_versions), program_url
        ),
    }
    return {
        **{name: text.encode() for name, text in texts.items()},
        **{f"data/{table.name}.parquet": _parquet(table.data) for table in dataset.tables},
    }


def dataset_zip(dataset: DataSet, program_url: str = "") -> Iterator[bytes]:
    """The files of `dataset_files` as a ZIP, in a folder with the data set's name."""
    files = dataset_files(dataset, program_url)
    yield from zip_of(
        (f"{dataset.name}/{name}", [content], len(content)) for name, content in files.items()
    )


def _parquet(table: "pa.Table") -> bytes:
    from pyarrow import parquet

    sink = io.BytesIO()
    parquet.write_table(table, sink, compression="zstd", compression_level=COMPRESSION_LEVEL)
    return sink.getvalue()
