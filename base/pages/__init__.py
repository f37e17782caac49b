"""Tools for pages: fields of forms, files to download, pictures, pages of lists, texts, public addresses."""
