"""The client's end of a connection: the conversation without a socket, Twisted around it, TLS, and what goes wrong."""
