"""Write the files of a new data set, scenario or test from templates."""
