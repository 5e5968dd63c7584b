"""Documentation that is run: every command and listing of the pages, the examples, and the tables beside the code."""
