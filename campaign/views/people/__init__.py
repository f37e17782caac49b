"""People in a war: coming in, seats, absences, tokens, the tour, a war alone."""
