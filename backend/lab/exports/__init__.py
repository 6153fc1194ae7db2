"""Files of stored runs (`lab_model.exports` makes them)."""
