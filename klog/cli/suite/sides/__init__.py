"""Whom loads are put on: klog, Apache Kafka, RabbitMQ, ActiveMQ, each started fresh for one step."""
