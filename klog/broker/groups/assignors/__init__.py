"""Server-side assignors of KIP-848: who consumes which partitions."""
