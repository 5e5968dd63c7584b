"""Spark: a data source and a sink named ``klog``, the session they run in, and small functions for streams."""
