"""``klog profile``: names for clusters, and the file that keeps them."""
