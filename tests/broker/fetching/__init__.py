"""Tests of `klog.broker.fetching`."""
