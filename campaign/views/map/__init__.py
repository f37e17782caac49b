"""The map: its page and panels, the ground that is drawn once, the film, and maps that leave the page."""
