"""``klog cluster``: brokers as they are, several of them started, elections and moves."""
