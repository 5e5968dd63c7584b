"""Consumer groups and committed offsets, kept by the broker in ``__consumer_offsets``."""
