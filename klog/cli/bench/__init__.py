"""``klog bench``: how fast records go in, come out, and come through."""
