"""Tests of ``klog.broker.security``."""
