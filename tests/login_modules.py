"""Java's login modules, as lines of ``sasl.jaas.config`` begin in Kafka's settings; options follow, and a semicolon.

The product has its own table (`klog.net.security.LOGIN_MODULES`): here stands what the field writes.
"""

from __future__ import annotations

PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule required"
SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule required"
