"""Tests of ``klog.broker.groups.consumer``."""
