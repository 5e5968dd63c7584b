"""Tests of klog.testing."""
