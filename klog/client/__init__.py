"""Producers, consumers, groups and administration for programs: Twisted at the edges, plain decisions inside."""
