"""``klog doctor``: what is looked at, and what it says."""
