"""``klog stream``: windows over topics, on Spark."""
