"""Sockets under the wire: server protocol, sendfile, listeners, TLS. The only room of the wire that knows Twisted."""
