"""Compaction of a log: which part of it, the new segments, and how they take the old ones' place."""
