"""The broker's settings and those of its topics: what is known, what is asked for, what a change does."""
