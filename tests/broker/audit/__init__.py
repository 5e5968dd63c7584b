"""Tests of ``klog.broker.audit``."""
