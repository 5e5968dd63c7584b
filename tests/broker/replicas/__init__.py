"""Tests of `klog.broker.replicas`."""
