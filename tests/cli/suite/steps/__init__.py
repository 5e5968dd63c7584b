"""Tests of ``klog bench suite``: steps."""
