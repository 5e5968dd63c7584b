"""Segments, their files and their indexes."""
