"""Phenomena of a stored run, found when they are asked for (`lab_model.phenomena`)."""
