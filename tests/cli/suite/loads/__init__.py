"""Tests of ``klog bench suite``: loads."""
