"""Tests of klog.records, each over both implementations of the codec."""
