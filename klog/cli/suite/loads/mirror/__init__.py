"""A topic of Apache Kafka's, copied into a second cluster: by klog's own mirror, and by MirrorMaker 2 into Kafka."""
