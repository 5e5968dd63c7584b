"""Tests of ``klog bench suite``: sides."""
