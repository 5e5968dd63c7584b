"""Tests of klog.cluster."""
