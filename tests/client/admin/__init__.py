"""Tests of `klog.client.admin`."""
