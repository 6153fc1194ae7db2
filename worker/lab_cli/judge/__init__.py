"""What judges a module in seconds, for who writes many of them: people and programs."""
