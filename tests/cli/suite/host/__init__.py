"""Tests of ``klog bench suite``: host."""
