"""Experiments as files: what was varied, every unit's numbers, estimates, how to cite them.

experiment.py        what is exported, and where its numbers come from
estimates.py         estimates of cells and paired differences as tables
document.py          all of it as one JSON document
parquet.py           the rows of the table in columns
methods.py citation.py notebook.py archive.py
write.py             one way in for all formats, without a database
"""
