"""Tests of klog.broker.groups.assignors."""
