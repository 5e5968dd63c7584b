"""``klog group``: groups that brokers keep, and groups that ZooKeeper keeps."""
