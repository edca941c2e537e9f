"""The report as one HTML file, and the method card as one. `page` puts together what the modules beside it draw."""
