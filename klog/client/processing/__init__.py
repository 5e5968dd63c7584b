"""Read, work, write: members of a group whose results and offsets count together."""
