"""Orders of armies (HR-10): each kind is one row of the table ``ORDERS``."""
