"""Experiments over HTTP and in rows; `lab_model.experiments` defines them."""
