"""Administration of a cluster: topics, groups, settings, rights, and how far groups are behind."""
