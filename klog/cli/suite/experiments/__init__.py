"""The experiments of the suite: the paper's, LinkedIn's, and what else a log is chosen by."""
