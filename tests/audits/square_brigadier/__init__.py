"""An auditor of the Square Brigadier, written from its specification alone."""
