"""Previews of shared links, drawn with Pillow."""
