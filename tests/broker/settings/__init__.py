"""Tests of `klog.broker.settings`."""
