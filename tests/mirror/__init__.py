"""Tests of klog.mirror."""
