"""The dispatch: a battle told in readable prose, made from its report alone."""
