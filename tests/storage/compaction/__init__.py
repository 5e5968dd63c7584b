"""Compaction of a log."""
