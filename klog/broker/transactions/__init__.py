"""The transaction coordinator: which transactions are open under which id, and that they end in all partitions alike (KIP-98, KIP-890)."""
