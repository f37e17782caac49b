"""Pure rules of what people write and read: letters and couriers, the Gazette."""
