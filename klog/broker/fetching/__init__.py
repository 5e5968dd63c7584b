"""What reading a partition takes beside its log: waiting for data, sessions, bytes that are not in memory, old formats."""
