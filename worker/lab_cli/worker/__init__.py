"""`worker`: experiments and runs of a lab elsewhere, fetched and answered over HTTPS."""
