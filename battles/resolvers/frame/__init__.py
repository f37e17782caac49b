"""Manifests of the systems of the common record: door, papers, text before a battle."""
