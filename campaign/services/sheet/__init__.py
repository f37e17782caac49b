"""A faction's sheet: orders, purchases, generals, rest, plans of battle, and what may be known of them beforehand."""
