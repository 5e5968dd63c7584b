"""A copy that is produced again: records of one cluster towards any other, with an exact map of their offsets."""
