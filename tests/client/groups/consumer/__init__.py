"""Tests of `klog.client.groups.consumer`."""
