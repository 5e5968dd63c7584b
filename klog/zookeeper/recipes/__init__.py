"""Recipes: what people build of ZooKeeper's nodes, by the names that kazoo and Apache Curator made known."""
