"""Ranges of partitions as Arrow record batches, without a reactor: planned, fetched ahead, decoded without an object per record."""
