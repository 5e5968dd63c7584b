"""The log on disk, byte for byte as Apache Kafka writes it; plain synchronous code, no reactor."""
