"""What differs between settings, and by how much the numbers do."""
