"""Tests of `klog.client.fetching`."""
