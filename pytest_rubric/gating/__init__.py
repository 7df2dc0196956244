"""Results of whole runs: compared with earlier ones, counted against gates, held against people's labels."""
