"""One partition's log."""
