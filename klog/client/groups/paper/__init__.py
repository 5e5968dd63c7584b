"""Consumer groups by the paper: registries in ZooKeeper, and Algorithm 1."""
