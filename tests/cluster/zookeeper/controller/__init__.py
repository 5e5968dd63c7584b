"""Tests of klog.cluster.zookeeper.controller."""
