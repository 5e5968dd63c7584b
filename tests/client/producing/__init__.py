"""Tests of `klog.client.producing`."""
