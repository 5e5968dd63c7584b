"""Partitions as the broker serves them: which there are, in which log, and how they come and go."""
