"""The controller of a cluster on ZooKeeper: who it is, what it decides, and what it sends to the brokers."""
