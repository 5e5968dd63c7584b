"""What a broker knows of its cluster: brokers, topics, configurations, producer ids."""
