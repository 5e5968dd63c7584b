"""Tests of klog.net."""
