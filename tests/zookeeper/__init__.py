"""Tests of klog.zookeeper."""
