"""Tests of the room `klog.client.processing`."""
