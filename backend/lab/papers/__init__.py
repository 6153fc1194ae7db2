"""Pages of the papers over HTTP, and their experiments in the database."""
