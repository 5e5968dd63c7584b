"""Tests of ``klog.broker.groups.classic``."""
