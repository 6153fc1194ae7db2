"""One module per format. Each declares itself as `FORMAT` and is found by being here."""
