"""Kafka's wire protocol as pure bytes: schemas, codecs, frames and connections, without a network."""
