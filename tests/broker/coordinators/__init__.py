"""Tests of ``klog.broker.coordinators``."""
