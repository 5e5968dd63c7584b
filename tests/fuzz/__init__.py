"""Bytes from outside, made wrong on purpose: every decoder of wire and disk, in families."""
