"""The audit at the broker: what every client has written, counted and published; cells that speak for others, refused."""
