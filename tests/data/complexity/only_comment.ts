

// nothing but a comment

