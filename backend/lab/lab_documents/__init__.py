"""Labs that people write: drafts, problems in them, published versions."""
