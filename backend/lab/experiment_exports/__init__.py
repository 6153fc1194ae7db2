"""Files of stored experiments (`lab_model.experiment_exports` makes them)."""
