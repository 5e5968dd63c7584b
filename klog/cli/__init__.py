"""Commands for people. They talk to brokers as any client does."""
