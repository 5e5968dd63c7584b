"""What was measured, in memory and as a file."""
