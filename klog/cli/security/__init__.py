"""``klog security``: a cluster that asks everybody who he is."""
