"""Tests of klog.mirror.decisions."""
