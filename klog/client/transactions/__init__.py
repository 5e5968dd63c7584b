"""Transactions of a producer: writes to many partitions, and a group's offsets, that count together or not at all (KIP-98)."""
