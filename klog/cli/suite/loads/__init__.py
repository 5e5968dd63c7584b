"""What is done to a fresh broker in one step, and what is measured of it."""
