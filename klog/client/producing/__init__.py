"""Sending records: from what a program hands over to what a broker has acknowledged."""
