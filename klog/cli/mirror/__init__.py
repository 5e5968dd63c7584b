"""``klog mirror``: a second cluster that is equal, and the proof of it."""
