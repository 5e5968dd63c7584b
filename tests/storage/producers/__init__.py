"""What a partition knows of its producers."""
