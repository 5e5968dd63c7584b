"""Tests of ``klog.broker.groups``."""
