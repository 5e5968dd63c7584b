"""What is known of topics, groups and the cluster, as typed rows: what the command prints and a page in a browser shows."""
