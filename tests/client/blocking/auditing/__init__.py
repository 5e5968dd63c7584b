"""Tests of `klog.client.blocking`."""
