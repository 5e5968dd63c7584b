"""Tests of klog.client.transactions."""
