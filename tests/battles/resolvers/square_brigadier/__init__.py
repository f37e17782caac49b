"""The Square Brigadier, rule by rule."""
