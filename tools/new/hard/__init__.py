"""Make instances of the hard suite: programs of modules, with the faults that decide them."""
