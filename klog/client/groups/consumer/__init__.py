"""Groups whose coordinator shares the partitions out (KIP-848)."""
