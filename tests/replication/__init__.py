"""Tests of `klog.replication`."""
