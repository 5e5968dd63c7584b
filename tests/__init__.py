"""klog's tests; the folders mirror those of ``klog``."""
