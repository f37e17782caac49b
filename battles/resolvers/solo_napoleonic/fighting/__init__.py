"""Shooting, charges, melees, losses and morale."""
