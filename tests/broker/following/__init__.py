"""Tests of the follower's side."""
