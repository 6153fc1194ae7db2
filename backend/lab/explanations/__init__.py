"""Why a run went as it did: its phenomena (`lab_model.phenomena`), and the chains of causes of its
flows (`lab_model.causes`), from the record that is stored with its result or that a worker makes
by computing the run again.
"""
