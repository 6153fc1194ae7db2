"""Links that show exactly one result for ever (docs/sharing.md)."""
