"""Forms: typed values, read and checked; one module for each subject."""
