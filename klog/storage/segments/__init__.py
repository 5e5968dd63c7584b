"""Segments of a log: their files of batches, their indexes, and looking things up in them."""
