"""One partition's log, chapter by chapter: appending, retention, flushing, truncation, reading, recovery."""
