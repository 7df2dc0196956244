"""What presets share whose judge answers every dimension exactly once, with a level and its evidence."""
