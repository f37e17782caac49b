"""Write the dispatch: the story of a battle in prose, made from its report alone."""
