"""Tests of `klog.mirror.verify`."""
