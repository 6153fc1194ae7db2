"""`worker`: experiments of a lab elsewhere, fetched and answered over HTTPS."""
