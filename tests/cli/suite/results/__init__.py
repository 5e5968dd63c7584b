"""Tests of ``klog bench suite``: results."""
