"""The classic protocol: members join and sync, and their leader assigns."""
