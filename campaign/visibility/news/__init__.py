"""The news of a war as a reader may read them: letters, chronicle, Gazette, film, dates, next steps."""
