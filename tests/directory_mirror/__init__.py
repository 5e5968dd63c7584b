"""Mirrors into a data directory."""
