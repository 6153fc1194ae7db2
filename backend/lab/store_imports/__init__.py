"""Runs that were computed elsewhere, imported into an experiment as one store.

They come in parts and are not visible at first. Once all are here the lab draws by lot which of
them its own workers compute (lots). If any of these differs, the import is refused
(lab.experiments.import_check). Accepted numbers are visible only in this experiment and in links to
it, and are replaced when workers of the lab compute the same units: no other user has to trust the
one who imported them.
"""
