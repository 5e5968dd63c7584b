"""Mirrors between real clusters, klog's and Apache Kafka's: all versions, there and back, secured, killed."""
