"""Tests of ``klog.cli.audit``."""
