"""Wars that the program plays many times before people play them: what is noted of each, and the figures of all."""
