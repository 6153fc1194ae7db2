"""Experiments over HTTP and in rows; what they mean is in `lab_model.experiments`."""
