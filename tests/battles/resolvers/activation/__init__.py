"""The activation rules, rule by rule."""
