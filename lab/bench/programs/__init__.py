"""The benchmark's own processes: each prints "ready", waits for a line, measures, prints one JSON."""
