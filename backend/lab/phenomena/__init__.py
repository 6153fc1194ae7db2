"""Phenomena of a stored run (`lab_model.phenomena`)."""
