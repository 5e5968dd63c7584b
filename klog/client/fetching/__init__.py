"""Reading records: fetched ahead, held within bounds, handed out by polls and streams."""
