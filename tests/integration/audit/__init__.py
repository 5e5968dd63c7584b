"""klog and the programs of others: real sockets, real clients, Apache Kafka as the judge."""
