"""Tests of klog.pull."""
