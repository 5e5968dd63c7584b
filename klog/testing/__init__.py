"""Fakes that pass the suites of the real things, for klog's tests and for its users'."""
