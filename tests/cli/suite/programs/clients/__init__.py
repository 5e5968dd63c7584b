"""Tests of ``klog bench suite``: programs of clients."""
