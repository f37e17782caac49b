"""The pages on which a war is made."""
