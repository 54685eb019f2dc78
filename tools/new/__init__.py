"""Write the files of a new data set, scenario, test, model, judge or suite from templates."""
