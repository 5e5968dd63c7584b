"""Tests of `klog.zookeeper.recipes`."""
