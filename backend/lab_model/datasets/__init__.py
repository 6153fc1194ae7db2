"""Data sets for others: tables in Parquet with a card that says what they are (docs/sharing.md)."""

from lab_model.datasets.dataset import Column, DataSet, Table
from lab_model.datasets.files import dataset_files, dataset_zip

__all__ = ["Column", "DataSet", "Table", "dataset_files", "dataset_zip"]
