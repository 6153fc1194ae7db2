"""Names of the formats, for type checkers. Written by `./lab generate`."""

from typing import Literal

RunFormat = Literal[
    "zip",
    "csv",
    "transfers",
    "losses",
    "json",
    "parquet",
    "result",
    "ipynb",
    "latex",
    "methods",
    "bibtex",
    "qlog",
    "pcapng",
]
ExperimentFormat = Literal[
    "zip",
    "csv",
    "json",
    "parquet",
    "estimates",
    "ipynb",
    "latex",
    "methods",
    "bibtex",
]
