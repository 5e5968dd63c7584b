"""How a broker is put together, started and stopped, and what the machine gives it."""
