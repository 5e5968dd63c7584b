"""The server: requests in, answers out, partitions in between."""
