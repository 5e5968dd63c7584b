"""Record batches and message sets: reading, checking, building, converting, compressing."""
