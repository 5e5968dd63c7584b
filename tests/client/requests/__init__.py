"""Tests of `klog.client.requests`."""
