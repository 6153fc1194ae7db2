"""Files of stored experiments (`lab_model.exports` makes them)."""
