"""Two clusters compared: whether what one has is what the other has."""
