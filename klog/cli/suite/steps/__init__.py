"""Steps: in which order, and taken how."""
