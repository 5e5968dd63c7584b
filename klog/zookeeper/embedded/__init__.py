"""The real ZooKeeper server, run as a child process."""
