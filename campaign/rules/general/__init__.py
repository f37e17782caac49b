"""The campaign's general (AI-34 to AI-50): how the program leads a side by what the side knows."""
