"""Where engineers may work, and what their works change."""
