"""Tests of klog.client.assignors."""
