"""Tests of `klog.client.groups`."""
