"""Java's ``String.hashCode``: Kafka puts groups on partitions by it, and a HashMap's order is by it."""

from __future__ import annotations


def java_hash(text: str) -> int:
    """Java's ``String.hashCode``: over UTF-16 units, as a signed 32-bit number."""
    units = text.encode("utf-16-be", "surrogatepass")
    result = 0
    for position in range(0, len(units), 2):
        result = (31 * result + (units[position] << 8 | units[position + 1])) & 0xFFFFFFFF
    return result - (1 << 32) if result >> 31 else result
