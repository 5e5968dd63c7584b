"""Tests of ``klog.broker.authorization``."""
