"""Produce requests that are like earlier ones: `plan` is what was found out about them, `repeats` appends and answers them. Those that are
decoded are dealt with in `klog.broker.handlers.produce`.
"""
