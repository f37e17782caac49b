"""P7: armies that meet, avoid one another, or come up."""
