"""Steps: in which order, taken how, kept where."""
