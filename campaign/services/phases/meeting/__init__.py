"""P7: who meets whom, who avoids it, who comes up."""
