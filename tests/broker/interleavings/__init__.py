"""Lives of a whole broker whose threads take virtual time."""
