"""Tests of klog.storage."""
