"""What every coordinator stands on that keeps its state in the partitions of an internal topic."""
