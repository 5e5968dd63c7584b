"""Tests of klog.client."""
