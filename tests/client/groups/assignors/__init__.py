"""Tests of klog.client.groups.assignors."""
