"""How the leader of a classic group shares the partitions out."""
