"""Work on the data directory beside the answers to clients: threads, flushes, retention, compaction, the state file."""
