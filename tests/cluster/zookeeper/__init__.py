"""Tests of klog.cluster.zookeeper."""
