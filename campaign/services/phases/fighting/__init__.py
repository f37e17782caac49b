"""P8 and P9: battles and sieges, how they are decided, and their consequences."""
