"""Produce requests, beside their handler (`klog.broker.handlers.produce`), which deals with those that are decoded.

Of those that are like earlier ones `plan` is what was found out about them, and `repeats` appends and answers them. An answer that waits
until something is committed is a `delayed_produce`, one that is ready to be sent a `delayed_repeat`.
"""
