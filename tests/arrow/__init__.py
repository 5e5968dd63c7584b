"""Tests of klog.arrow."""
