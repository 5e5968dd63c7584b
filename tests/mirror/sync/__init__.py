"""Tests of klog.mirror.sync."""
