"""Tests of ``klog bench suite``: programs."""
