"""One script of requests, good and bad, put to Apache Kafka and to klog, and the answers compared field by field."""
