"""What several commands share: input, stored work, files, progress, tables."""
