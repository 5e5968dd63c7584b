"""Lives of whole clusters in virtual time, each drawn from a seed, and judged at every moment and in the end."""
