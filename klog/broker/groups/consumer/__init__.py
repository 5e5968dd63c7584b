"""The consumer protocol (KIP-848): members send heartbeats, and the broker assigns."""
