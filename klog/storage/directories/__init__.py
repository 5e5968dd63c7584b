"""Data directories: their identity and start, partitions that come and go in them, and the files that speak of all of these."""
