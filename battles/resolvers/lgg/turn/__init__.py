"""Actions of a turn besides marching and attacking, and the steps that a decision leaves behind."""
