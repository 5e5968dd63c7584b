"""The machine that is measured on, and the processes that are started on it."""
