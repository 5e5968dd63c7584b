"""klog: Apache Kafka's log, anew on Twisted."""
