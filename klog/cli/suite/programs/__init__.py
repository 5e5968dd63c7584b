"""Load programs of our own, each a process of its own: ``python -m klog.cli.suite.programs.NAME``."""
