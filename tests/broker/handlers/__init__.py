"""Tests of the handlers."""
