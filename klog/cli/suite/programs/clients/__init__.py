"""klog's client and others as load programs: ``python -m klog.cli.suite.programs.clients.command``."""
