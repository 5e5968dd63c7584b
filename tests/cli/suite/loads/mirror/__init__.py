"""Loads of the mirror."""
