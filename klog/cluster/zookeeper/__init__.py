"""The cluster that ZooKeeper keeps."""
