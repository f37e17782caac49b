"""What is typed in, read and checked; one module for each subject."""
