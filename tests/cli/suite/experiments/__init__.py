"""Tests of ``klog bench suite``: the suite."""
