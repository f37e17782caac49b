"""The Square Brigadier: a grid game of orders, pools of dice and giving ground (SQB)."""
