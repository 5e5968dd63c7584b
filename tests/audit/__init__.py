"""Tests of ``klog.audit``."""
