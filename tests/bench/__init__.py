"""Measurements, beside Apache Kafka in the same run: ``make bench``, or ``python -m tests.bench NAME ...``."""
