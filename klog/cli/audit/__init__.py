"""``klog audit``: whether all that was sent arrived, and what is missing."""
