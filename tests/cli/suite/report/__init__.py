"""Tests of ``klog bench suite``: report."""
