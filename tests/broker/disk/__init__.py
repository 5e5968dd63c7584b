"""Tests of `klog.broker.disk`."""
