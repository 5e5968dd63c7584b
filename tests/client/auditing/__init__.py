"""Tests of ``klog.client.auditing``."""
