"""Each request of a browser or a program: limits, the middleware in their order, log-ins, errors, timing."""
