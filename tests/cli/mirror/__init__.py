"""Tests of ``klog mirror``."""
