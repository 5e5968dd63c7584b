"""Tests of `klog.broker.lifecycle`."""
