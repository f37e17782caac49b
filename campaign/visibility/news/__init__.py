"""What a reader learns as turns pass: letters, chronicle, gazette, film, dates and what he has to do."""
