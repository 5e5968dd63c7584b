"""Tests of ``klog.wire``."""
