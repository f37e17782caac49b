"""An auditor of the activation rules, written from their specification alone."""
