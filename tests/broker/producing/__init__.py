"""Tests of `klog.broker.producing`."""
