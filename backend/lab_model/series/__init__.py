"""Series as arrays: how they are packed, thinned and joined over groups."""
