"""Every byte of a small data directory flipped in turn: who notices, and what the worst is."""
