"""Clients for code without a reactor: scripts, threads, workers of data-processing frameworks."""

from klog.client.blocking.client import BlockingClient as BlockingClient
from klog.client.blocking.producer import BlockingProducer as BlockingProducer
