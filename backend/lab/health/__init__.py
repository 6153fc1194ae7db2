"""Is the service alive, and can it work?"""
