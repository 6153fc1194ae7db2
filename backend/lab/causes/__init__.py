"""Chains of causes of a run (`lab_model.causes`), from the record that is stored with its result or
that a worker makes by computing the run again.
"""
