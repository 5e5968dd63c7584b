"""Tests of `klog.client.groups.classic`."""
