"""What the benchmark runs in processes of its own: each says "ready", waits for a line, measures, prints one JSON."""
