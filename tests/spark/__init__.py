"""Tests of klog.spark."""
