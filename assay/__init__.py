"""The library that stages and tools share. One subject a file, one room a folder."""
