"""Tests of `klog.mirror.reproduce`."""
