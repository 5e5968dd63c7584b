"""Ranges of partitions as Arrow record batches, for whoever has no reactor: planned, fetched ahead, decoded without an object per record."""
