"""The broker's tests."""
