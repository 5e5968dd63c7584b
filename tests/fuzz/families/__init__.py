"""Which decoders there are, family by family; ``tests.fuzz.family`` says what one is."""
